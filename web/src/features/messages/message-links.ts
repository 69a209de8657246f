import { parseMessage } from '@chat-app/contract';
import type { Block, Inline } from '@chat-app/contract';

/** The targets of the links in a message, each once. Code has no links; those in a spoiler are not revealed. */
export function listLinks(content: string): string[] {
  return /https?:\/\//i.test(content) ? [...new Set(parseMessage(content).flatMap(linksInBlock))] : [];
}

/** The target of the first link in a message; null if there is none. */
export const firstLink = (content: string) => listLinks(content)[0] ?? null;

function linksInBlock(block: Block): string[] {
  if (block.kind === 'codeBlock') return [];
  if (block.kind === 'quote') return block.blocks.flatMap(linksInBlock);
  return linksInLine(block.kind === 'list' ? block.items.flatMap(({ children }) => children) : block.children);
}

function linksInLine(nodes: readonly Inline[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'link') return [node.href];
    return 'children' in node && node.kind !== 'spoiler' ? linksInLine(node.children) : [];
  });
}
