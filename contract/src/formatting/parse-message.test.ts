import { expect, test } from 'vitest';
import type { Block, Inline } from './formatted-text.ts';
import { parseMessage } from './parse-message.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

/** The parsed message in a short notation. */
const show = (content: string, options = {}) => parseMessage(content, options).map(showBlock).join('\n');
const showLine = (nodes: readonly Inline[]): string => nodes.map(showInline).join('');
function showInline(node: Inline): string {
  if (node.kind === 'text') return node.text;
  return `${node.kind}(${'children' in node ? showLine(node.children) : node.text})`;
}
function showBlock(block: Block): string {
  if (block.kind === 'paragraph') return showLine(block.children);
  if (block.kind === 'codeBlock') return `code ${block.language}[${block.text}]`;
  if (block.kind === 'quote') return `quote[${block.blocks.map(showBlock).join('\n')}]`;
  return `list[${block.items.map(({ number, depth, children }) => `${number}/${depth} ${showLine(children)}`).join('; ')}]`;
}

test.each([
  ['a **b** c', 'a bold(b) c'],
  ['*a* _b_ ~~c~~ ||d||', 'italic(a) italic(b) strike(c) spoiler(d)'],
  ['***a***', 'bold(italic(a))'],
  ['**a *b***', 'bold(a italic(b))'],
  ['*a **b***', 'italic(a bold(b))'],
  ['||**a** `b`||', 'spoiler(bold(a) code(b))'],
  ['`a *b*` ``c ` d`` ` `', 'code(a *b*) code(c ` d) code( )'],
  ['这是**粗体**字', '这是bold(粗体)字'],
  ['**a\nb**', 'bold(a\nb)'],
  ['||a\n\nb||', 'spoiler(a\n\nb)'],
  [`say <@all> and <@${id}>!`, `say mention(<@all>) and mention(<@${id}>)!`],
])('[MSG-460] styles, code and mentions within a line are found: %s', (content, shown) => {
  expect(show(content)).toBe(shown);
});

test.each([
  '2*3*4 and snake_case_name',
  '2 * 3 * 4 ** 5',
  '__init__ **** ___ ~ | ||| a || b ~~',
  '*open **open ~~open ||open `open',
  String.raw`¯\_(ツ)_/¯ and \*this\*`,
  '**a\n\nb**',
  '`a\n\nb`',
  '<@nobody> <@> <@01890a5d> <b>html</b> <!-- x --> &amp;',
  '>:( and >.<\n>none',
  '-none\n1.none\n1234. none\n- ',
  '```js\nnever closed',
  '  two spaces\n\n\nlines  ',
])('[MSG-460] what is not formatted stays as it was written: %s', (content) => {
  expect(parseMessage(content)).toEqual([{ kind: 'paragraph', children: [{ kind: 'text', text: content }] }]);
});

test.each([
  ['before\n```js\nlet a;\n\n*b*\n```\n\nafter', 'before\ncode js[let a;\n\n*b*]\nafter'],
  ['```\n  indented```', 'code null[  indented]'],
  ['```one line```', 'code null[one line]'],
  ['```let a = 1;\nlet b = 2;\n```', 'code null[let a = 1;\nlet b = 2;]'],
  ['```a``` and ```b```', 'code(a) and code(b)'],
  ['> a **b**\n>\n> c\nd', 'quote[a bold(b)\n\nc]\nd'],
  ['> > > > deep', 'quote[quote[quote[> deep]]]'],
  ['> - a\n> ```\n> b\n> ```', 'quote[list[null/0 a]\ncode null[b]]'],
  ['text\n- a\n  - *b*\n            - c\n3. d\n\ne', 'text\nlist[null/0 a; null/1 italic(b); null/3 c; 3/0 d]\ne'],
  ['a\r\n- b\r\n- c', 'a\nlist[null/0 b; null/0 c]'],
])('[MSG-461] code blocks, quotes and lists are found: %s', (content, shown) => {
  expect(show(content)).toBe(shown);
});

test.each([
  ['seen ||hidden', 'seen spoiler(hidden)'],
  ['**a ||b *c', 'bold(a spoiler(b italic(c)))'],
  ['```js\nlet a', 'code js[let a]'],
  ['> ||a', 'quote[spoiler(a)]'],
  ['- ||a\n- ||b', 'list[null/0 ||a; null/0 spoiler(b)]'],
])('[MSG-462] what is open at the end of a beginning is closed there: %s', (content, shown) => {
  expect(show(content, { isTruncated: true })).toBe(shown);
});

const countElements = (blocks: readonly Block[]): number => {
  const ofLine = (nodes: readonly Inline[]): number =>
    nodes.reduce((sum, node) => sum + 1 + ('children' in node ? ofLine(node.children) : 0), 0);
  return blocks.reduce((sum, block) => {
    if (block.kind === 'paragraph') return sum + 1 + ofLine(block.children);
    if (block.kind === 'quote') return sum + 1 + countElements(block.blocks);
    if (block.kind === 'list')
      return block.items.reduce((items, { children }) => items + 1 + ofLine(children), sum + 1);
    return sum + 1;
  }, 0);
};
const depthOf = (node: Inline): number => ('children' in node ? 1 + Math.max(...node.children.map(depthOf)) : 0);

const markers = '** * _ ~~ || ` `` *** *a *a* a*b_c `a``b```c <@ <@all> \\* *\u0301 **👩‍👩‍👧‍👦'.split(' ');
const links = ['https://', 'http:// ', 'https://a.example ', 'https://a.example/||', 'https://a.example/*_'];
const nearLinks = ['httpshttps', 'a@b.com', '(', ')', '()', '.'];
const starts = ['> ', '>\n', '> a\n', '> > > > a\n', '- ', '- a\n', '  - a\n', '1. *a*\n', '\n', '\n \n', '\n*\n'];
const codeBlocks = ['```\n', '```a\n', '```a\n```\n', '```\n\n', '```a```\n'];
const withSpaces = ['*a _b ~~c ||d **e ', '**a **', '|| ~~ '];
const invisible = ['\u202e*a*', '\u200b**\u200b'];
const units = [...markers, ...links, ...nearLinks, ...starts, ...codeBlocks, ...withSpaces, ...invisible];
// No timing needed: quadratic work on 100,000 characters would exceed the test timeout.
test('[MSG-46] [MSG-463] a hundred thousand characters are parsed in linear time into few elements', () => {
  const wrong: object[] = [];
  for (const unit of units) {
    const content = unit.repeat(Math.ceil(100_000 / unit.length));
    const cases = [
      { text: content, isTruncated: true },
      { text: `https://a.example/${content}`, isTruncated: false },
      { text: `*_~~||**${content}`, isTruncated: true },
      { text: `${content}a**||~~_*`, isTruncated: false },
    ];
    for (const { text, isTruncated } of cases) {
      const blocks = parseMessage(text, { isTruncated });
      const lines = blocks.flatMap((block) => (block.kind === 'paragraph' ? block.children : []));
      const [elements, depth] = [countElements(blocks), Math.max(0, ...lines.map(depthOf))];
      // Each of 200 elements and 50 links may have text in it and after it.
      if (elements > 755 || depth > 5) wrong.push({ unit, start: text.slice(0, 20), elements, depth });
    }
  }
  expect(wrong).toEqual([]);
});
