import type { UserId } from '../primitives.ts';
import type { Budget, Inline, InlineStyle } from './formatted-text.ts';
import { linkOf, linkPattern } from './links.ts';

const styleByMarker = {
  '*': 'italic',
  _: 'italic',
  '**': 'bold',
  '~~': 'strike',
  '||': 'spoiler',
} as const satisfies Record<string, InlineStyle>;
type Marker = keyof typeof styleByMarker;

/** Runs of other lengths are text: `__init__`, `****`. */
const markersByRun: Partial<Record<string, readonly Marker[]>> = {
  '*': ['*'],
  '**': ['**'],
  '***': ['**', '*'],
  _: ['_'],
  '~~': ['~~'],
  '||': ['||'],
};

const uuid = String.raw`[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}`;
const blankLine = String.raw`\n[^\S\n]*\n`;
const tokens = [linkPattern.source, '`+', String.raw`\*+|_+|~+|\|+`, `<@(?:all|${uuid})>`, blankLine].join('|');
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;

/**
 * Parses what can be within a line, in one pass over its tokens. With `isTruncated`, the text goes on after its end: what is
 * open there is closed, so that the beginning of a spoiler is not revealed.
 */
export function parseInline(text: string, budget: Budget, { isTruncated }: { isTruncated: boolean }): Inline[] {
  return new InlineParser(text, budget).parse(isTruncated);
}

class InlineParser {
  private readonly nodes: Inline[] = [];
  /**
   * Indexes of markers among the nodes, which become elements when they are closed. Only the last one of each kind can
   * be closed. So an element never contains another with its own marker, and the depth is limited to their number.
   */
  private readonly openAt = new Map<Marker, number>();
  /** What lies between here and the current token is plain. */
  private plainFrom = 0;
  private readonly codeEnds: ReadonlyMap<number, number>;

  constructor(
    private readonly text: string,
    private readonly budget: Budget,
  ) {
    this.codeEnds = findCodeEnds(text);
  }

  parse(isTruncated: boolean): Inline[] {
    const matcher = new RegExp(tokens, 'giu');
    for (let match = matcher.exec(this.text); match; match = matcher.exec(this.text)) {
      matcher.lastIndex = this.read(match[0], match.index);
    }
    this.addPlain(this.text.length);
    if (isTruncated) for (const marker of this.innermostFirst([...this.openAt.keys()])) this.close(marker);
    return merged(this.nodes);
  }

  /** Returns where the next token is looked for. */
  private read(token: string, start: number): number {
    const end = start + token.length;
    const first = token.charAt(0);
    if (first === '\n') this.dropOpenMarkers();
    else if (first === '<') this.addMention(token, start, end);
    else if (first === 'h' || first === 'H') return this.addLink(token, start);
    else if (this.text.charAt(start - 1) === '\\') return end;
    else if (first === '`') return this.addCode(token, start);
    else this.addDelimiterRun(token, start, end);
    return end;
  }

  /** Only a spoiler may contain a blank line. */
  private dropOpenMarkers(): void {
    for (const marker of this.openAt.keys()) if (marker !== '||') this.openAt.delete(marker);
  }

  private addMention(token: string, start: number, end: number): void {
    if (this.budget.elements === 0) return;
    this.budget.elements -= 1;
    const target = token.slice(2, -1).toLowerCase() as UserId | 'all';
    this.add({ kind: 'mention', text: token, target }, start, end);
  }

  private addLink(token: string, start: number): number {
    const link = this.budget.links === 0 ? null : linkOf(token);
    if (!link) return start + token.length;
    this.budget.links -= 1;
    const end = start + link.text.length;
    this.add({ kind: 'link', ...link }, start, end);
    return end;
  }

  private addCode(run: string, start: number): number {
    const from = start + run.length;
    const end = this.codeEnds.get(start);
    if (end === undefined || this.budget.elements === 0) return from;
    this.budget.elements -= 1;
    this.add({ kind: 'code', text: codeText(this.text.slice(from, end - run.length)) }, start, end);
    return end;
  }

  private addDelimiterRun(run: string, start: number, end: number): void {
    const { canOpen, canClose } = this.flankingOf(run, start, end);
    if (!canOpen && !canClose) return;
    this.addPlain(start);
    for (const marker of this.innermostFirst(markersByRun[run] ?? [])) {
      if (canClose && this.close(marker)) continue;
      this.nodes.push({ kind: 'text', text: marker });
      if (canOpen) this.openAt.set(marker, this.nodes.length - 1);
    }
    this.plainFrom = end;
  }

  /** A marker encloses text, not spaces. A single one does not begin or end within a word: `2*3*4`, `snake_case`. */
  private flankingOf(run: string, start: number, end: number) {
    const before = this.text.charAt(start - 1);
    const after = this.text.charAt(end);
    const isMarker = markersByRun[run] !== undefined;
    const isSingle = run.length === 1;
    return {
      canOpen: isMarker && after.trim() !== '' && !(isSingle && wordCharacter.test(before)),
      canClose: isMarker && before.trim() !== '' && !(isSingle && wordCharacter.test(after)),
    };
  }

  private close(marker: Marker): boolean {
    const from = this.openAt.get(marker);
    if (from === undefined || this.budget.elements === 0) return false;
    this.budget.elements -= 1;
    this.nodes[from] = { kind: styleByMarker[marker], children: merged(this.nodes.splice(from + 1)) };
    for (const [other, index] of this.openAt) if (index >= from) this.openAt.delete(other);
    return true;
  }

  private innermostFirst(markers: readonly Marker[]): Marker[] {
    const depth = (marker: Marker) => this.openAt.get(marker) ?? -1;
    return markers.toSorted((a, b) => depth(b) - depth(a));
  }

  private add(node: Inline, start: number, end: number): void {
    this.addPlain(start);
    this.nodes.push(node);
    this.plainFrom = end;
  }

  private addPlain(end: number): void {
    if (end > this.plainFrom) this.nodes.push({ kind: 'text', text: this.text.slice(this.plainFrom, end) });
  }
}

/** Where the code that begins with a run of backticks ends: after the next run of the same length, if there is one. */
function findCodeEnds(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  if (!text.includes('`')) return ends;
  const lastByLength = new Map<number, number>();
  for (const { 0: token, index } of text.matchAll(new RegExp(`\`+|${blankLine}`, 'gu'))) {
    if (token.startsWith('\n')) {
      lastByLength.clear();
      continue;
    }
    const last = lastByLength.get(token.length);
    if (last !== undefined) ends.set(last, index + token.length);
    lastByLength.set(token.length, index);
  }
  return ends;
}

/** One space on both sides separates backticks of the code from those around it. */
function codeText(source: string): string {
  return source.startsWith(' ') && source.endsWith(' ') && source.trim() !== '' ? source.slice(1, -1) : source;
}

/** Adjacent texts as one: each would be a node of its own on the page. */
function merged(nodes: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: last.text + node.text };
    } else {
      joined.push(node);
    }
  }
  return joined;
}
