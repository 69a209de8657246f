import { expect, test } from 'vitest';
import type { UserId } from '../primitives.ts';
import { lastLine, plainText } from './plain-text.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057' as UserId;

test.each([
  ['**a** *b* ~~c~~ `d`', 'a b c d'],
  ['he did ||it||', 'he did [Spoiler]'],
  ['> quoted\n- one\n2. two\n```js\nlet a;\n```', 'quoted\n- one\n2. two\nlet a;'],
  ['2 * 3 <b> _', '2 * 3 <b> _'],
  [`hi <@${id}> and <@all>`, `hi <@${id}> and <@all>`],
])('[MSG-464] the plain text of a message has no markers and reveals no spoilers: %s', (content, text) => {
  expect(plainText(content)).toBe(text);
});

test('[MSG-464] the plain text of a message names those it mentions', () => {
  const nameOf = (target: string) => (target === id ? 'An' : undefined);
  expect(plainText(`hi **<@${id}>** and <@all>`, { nameOf })).toBe('hi @An and <@all>');
  expect(plainText(`\`<@${id}>\`\n\`\`\`\n<@${id}>\n\`\`\``, { nameOf })).toBe('@An\n@An');
});

test.each([
  [{ type: 'text', content: '**now**' } as const, 'now'],
  [{ type: 'system', content: '*An* created the chat' } as const, '*An* created the chat'],
  [{ type: 'file', content: '*a*.txt' } as const, 'sent a file'],
  [{ type: 'image', content: '/uploads/x' } as const, 'sent an image'],
])('[MSG-464] the line of a message in the list of chats is plain: %j', (message, line) => {
  expect(lastLine(message)).toBe(line);
});

test('[MSG-464] the beginning of a spoiler is not revealed in the list of chats', () => {
  const content = `it was ||${'secret '.repeat(40)}||`;
  expect(lastLine({ type: 'text', content: content.slice(0, 200) })).toBe('it was [Spoiler]');
  expect(lastLine({ type: 'text', content })).toBe('it was [Spoiler]');
});
