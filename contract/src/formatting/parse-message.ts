import type { Block, Budget, ListItem } from './formatted-text.ts';
import { parseInline } from './parse-inline.ts';

/** Each element is a node on the page. What exceeds these numbers stays plain text. */
const maxElements = 200;
const maxLinks = 50;
const maxQuoteDepth = 3;
const maxListDepth = 3;

const fence = '```';
const languageName = /^[\w#+.-]{1,20}$/;
const listItem = /^( {0,12})(?:-|(\d{1,3})\.) +(?=\S)/;

interface ParseOptions {
  /** The text goes on after its end: what is open there is closed. */
  isTruncated?: boolean;
}

/**
 * Parses the content of a text message: `**bold**`, `*italic*` or `_italic_`, `~~strike~~`, `||spoiler||`, `` `code` ``,
 * code between lines of three backticks, lines that begin with `> ` (quotes), `- ` or `1. ` (lists), links and
 * mentions. Takes time in proportion to its length. What is not formatted is shown as it was written.
 */
export function parseMessage(content: string, { isTruncated = false }: ParseOptions = {}): Block[] {
  return parseBlocks(content.split(/\r?\n/), {
    budget: { elements: maxElements, links: maxLinks },
    quoteDepth: 0,
    isTruncated,
  });
}

interface BlockContext {
  budget: Budget;
  quoteDepth: number;
  isTruncated: boolean;
}

/** Lines that form a block, up to the end index, and how to parse them. */
interface FoundBlock {
  end: number;
  parse: () => Block;
}

function parseBlocks(lines: readonly string[], context: BlockContext): Block[] {
  const { budget, isTruncated } = context;
  const blocks: Block[] = [];
  const findCodeBlock = codeBlockFinder(lines, isTruncated);
  let paragraphFrom = 0;
  const addParagraph = (end: number) => {
    const text = withoutBlankEnds(lines.slice(paragraphFrom, end));
    const isLast = end === lines.length;
    if (text !== '')
      blocks.push({ kind: 'paragraph', children: parseInline(text, budget, { isTruncated: isTruncated && isLast }) });
  };
  for (let at = 0; at < lines.length;) {
    const found =
      budget.elements === 0
        ? null
        : (findCodeBlock(at) ?? findQuote(lines, at, context) ?? findList(lines, at, context));
    if (!found) {
      at += 1;
      continue;
    }
    addParagraph(at);
    if (budget.elements > 0) {
      budget.elements -= 1;
      blocks.push(found.parse());
      paragraphFrom = found.end;
    } else {
      paragraphFrom = at;
    }
    at = found.end;
  }
  addParagraph(lines.length);
  return blocks;
}

/** Finds code between fences. The closing one may stand at the end of a line, the first line beside the opening one. */
function codeBlockFinder(lines: readonly string[], isTruncated: boolean) {
  // Once the search for a closing fence has reached the end, it is not repeated for other opening ones.
  let isClosedLater = true;

  function findEnd(at: number): number {
    if (!isClosedLater) return -1;
    for (let end = at + 1; end < lines.length; end += 1) if (endsWithFence(lines[end])) return end;
    isClosedLater = false;
    return isTruncated ? lines.length : -1;
  }

  return (at: number): FoundBlock | null => {
    const line = lines[at]?.trim() ?? '';
    if (!line.startsWith(fence)) return null;
    const rest = line.slice(fence.length);
    if (rest.length > fence.length && rest.endsWith(fence)) {
      const code = rest.slice(0, -fence.length);
      return code.includes('`') ? null : codeBlock(at + 1, null, code.trim());
    }
    const last = rest.includes('`') ? -1 : findEnd(at);
    if (last === -1) return null;
    const language = languageName.test(rest) ? rest : null;
    const closingLine = lines[last]?.trimEnd().slice(0, -fence.length) ?? '';
    const code = [language === null ? rest : '', ...lines.slice(at + 1, last), closingLine];
    return codeBlock(Math.min(last + 1, lines.length), language, withoutBlankEnds(code));
  };
}

const endsWithFence = (line = '') => line.trimEnd().endsWith(fence);

function codeBlock(end: number, language: string | null, text: string): FoundBlock | null {
  return text === '' ? null : { end, parse: () => ({ kind: 'codeBlock', language, text }) };
}

function findQuote(lines: readonly string[], at: number, context: BlockContext): FoundBlock | null {
  if (context.quoteDepth === maxQuoteDepth || !isQuoted(lines[at])) return null;
  let end = at + 1;
  while (isQuoted(lines[end])) end += 1;
  const parse = (): Block => {
    const inner = lines.slice(at, end).map((line) => line.slice(2));
    const isTruncated = context.isTruncated && end === lines.length;
    return {
      kind: 'quote',
      blocks: parseBlocks(inner, { ...context, quoteDepth: context.quoteDepth + 1, isTruncated }),
    };
  };
  return { end, parse };
}

/** A sign without a space is an emoticon more often than a quote. */
function isQuoted(line: string | undefined): boolean {
  return line !== undefined && (line.startsWith('> ') || line.trimEnd() === '>');
}

function findList(lines: readonly string[], at: number, { budget, isTruncated }: BlockContext): FoundBlock | null {
  let end = at;
  while (end - at < budget.elements && listItem.test(lines[end] ?? '')) end += 1;
  if (end === at) return null;
  const parse = (): Block => ({
    kind: 'list',
    items: lines
      .slice(at, end)
      .map((line, index) => parseItem(line, budget, { isTruncated: isTruncated && at + index === lines.length - 1 })),
  });
  return { end, parse };
}

function parseItem(line: string, budget: Budget, options: { isTruncated: boolean }): ListItem {
  budget.elements = Math.max(0, budget.elements - 1);
  const [marker = '', indent = '', number] = listItem.exec(line) ?? [];
  return {
    number: number === undefined ? null : Number(number),
    depth: Math.min(maxListDepth, Math.floor(indent.length / 2)),
    children: parseInline(line.slice(marker.length), budget, options),
  };
}

/** The lines as a text, without blank ones at its beginning and end. */
function withoutBlankEnds(lines: readonly string[]): string {
  const from = lines.findIndex((line) => line.trim() !== '');
  const to = lines.findLastIndex((line) => line.trim() !== '');
  return from === -1 ? '' : lines.slice(from, to + 1).join('\n');
}
