/** Markers around a text, as in the contract's formatting. */
const markers = { bold: '**', italic: '_', strike: '~~', code: '`', spoiler: '||' } as const;
const codeBlock = { open: '```\n', close: '\n```' };

export type TextFormat = keyof typeof markers;

interface Selection {
  start: number;
  end: number;
}

/** What replaces a part of the text, and what is selected afterwards. */
interface Replacement {
  replaced: Selection;
  text: string;
  selected: Selection;
}

/** Puts markers around the selected text, or removes them. Several lines of code become a code block. */
export function toggleFormat(value: string, selection: Selection, format: TextFormat): Replacement {
  const { start, end } = withoutSpaces(value, selection);
  const text = value.slice(start, end);
  const isBlock = format === 'code' && text.includes('\n');
  const { open, close } = isBlock ? codeBlock : { open: markers[format], close: markers[format] };
  if (value.slice(0, start).endsWith(open) && value.slice(end).startsWith(close)) {
    const from = start - open.length;
    return {
      replaced: { start: from, end: end + close.length },
      text,
      selected: { start: from, end: from + text.length },
    };
  }
  if (text.length > open.length + close.length && text.startsWith(open) && text.endsWith(close)) {
    const inner = text.slice(open.length, -close.length);
    return { replaced: { start, end }, text: inner, selected: { start, end: start + inner.length } };
  }
  // A block begins and ends with a line.
  const before = isBlock && start > 0 && value[start - 1] !== '\n' ? '\n' : '';
  const after = isBlock && end < value.length && value[end] !== '\n' ? '\n' : '';
  const from = start + before.length + open.length;
  return {
    replaced: { start, end },
    text: before + open + text + close + after,
    selected: { start: from, end: from + text.length },
  };
}

/** Markers stand beside text: `**a** b`, not `**a **b`. */
function withoutSpaces(value: string, { start, end }: Selection): Selection {
  const text = value.slice(start, end);
  if (text.trim() === '') return { start, end };
  return { start: start + text.length - text.trimStart().length, end: end - text.length + text.trimEnd().length };
}
