import { parseMessage } from '@chat-app/contract';
import type { Block, Inline } from '@chat-app/contract';

/** The target of the first link in a message; null if there is none. A link in a spoiler is not revealed. */
export function firstLink(content: string): string | null {
  return /https?:\/\//i.test(content) ? firstInBlocks(parseMessage(content)) : null;
}

function firstInBlocks(blocks: readonly Block[]): string | null {
  for (const block of blocks) {
    const href = firstInBlock(block);
    if (href !== null) return href;
  }
  return null;
}

function firstInBlock(block: Block): string | null {
  if (block.kind === 'codeBlock') return null;
  if (block.kind === 'quote') return firstInBlocks(block.blocks);
  return firstInLine(block.kind === 'list' ? block.items.flatMap(({ children }) => children) : block.children);
}

function firstInLine(nodes: readonly Inline[]): string | null {
  for (const node of nodes) {
    if (node.kind === 'link') return node.href;
    const href = 'children' in node && node.kind !== 'spoiler' ? firstInLine(node.children) : null;
    if (href !== null) return href;
  }
  return null;
}
