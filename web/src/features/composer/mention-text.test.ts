import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/chats.ts';
import {
  findMentionQuery,
  findMentions,
  matchOptions,
  toContent,
  toFieldText,
  toMentionOptions,
} from './mention-text.ts';

const [ann, annLee, bob, ming] = [1, 2, 3, 4].map((number) => idOf<UserId>(number)) as [UserId, UserId, UserId, UserId];
const person = (_id: UserId, name: string) => ({ _id, name });
const people = [person(ann, 'Ann'), person(annLee, 'Ann Lee'), person(bob, 'Bób O’Neil'), person(ming, '王小明')];
const options = toMentionOptions([{ _id: 'all', name: 'all' }, ...people]);
const labels = (text: string) => findMentions(text, options).map(({ option }) => option.label);
const suggested = (text: string) => {
  const query = findMentionQuery(text, text.length);
  return query && matchOptions(options, query).map(({ label }) => label);
};

test('[MSG-456] what is written in full is a mention', () => {
  const rows: [string, string[]][] = [
    ['@Ann', ['Ann']],
    ['@Ann Lee and @Ann, @Bób O’Neil!', ['Ann Lee', 'Ann', 'Bób O’Neil']],
    ['@Ann’s', ['Ann']],
    ['(@all)', ['all']],
    ['你好@王小明你好', ['王小明']],
    ['@Annie @ann @ Ann me@Ann @An @allow', []],
    ['@@Ann', ['Ann']],
  ];
  expect(rows.map(([text]) => [text, labels(text)])).toEqual(rows);
});

test('[MSG-456] a text is sent with ids, and shown again with the same names', () => {
  const text = ' @Ann Lee and @Ann: see @Ann Lee';
  const content = `<@${annLee}> and <@${ann}>: see <@${annLee}>`;
  const [one, other] = [person(annLee, 'Ann Lee'), person(ann, 'Ann')];
  expect(toContent(text, options)).toEqual({ content, mentions: [one, other] });
  expect(toFieldText(content, options)).toBe(text.trim());
  expect(toContent(' plain ', options)).toEqual({ content: 'plain', mentions: undefined });
  expect(toFieldText(`<@${idOf(9)}>`, options)).toBe(`<@${idOf(9)}>`);
});

test('[MSG-456] people with the same name have different labels', () => {
  const mentions = [person(ann, 'Ann'), person(bob, 'Ann')];
  const content = `<@${ann}> and <@${bob}>`;
  expect(toContent('@Ann and @Ann (2)', toMentionOptions(mentions))).toEqual({ content, mentions });
  const similar = toMentionOptions([...mentions, person(ming, 'Ann (2)')]);
  expect(similar.map(({ label }) => label)).toEqual(['Ann', 'Ann (3)', 'Ann (2)']);
});

test('[MSG-455] members whose name begins with what is typed are suggested', () => {
  const rows: [string, string[] | null][] = [
    ['@', ['Ann', 'Ann Lee', 'Bób O’Neil', '王小明', 'all']],
    ['hi @an', ['Ann', 'Ann Lee']],
    ['@LEE', ['Ann Lee']],
    ['@bob', ['Bób O’Neil']],
    ['@ann l', ['Ann Lee']],
    ['@al', ['all']],
    ['@Ann', ['Ann', 'Ann Lee']],
    ['@Ann ', []],
    ['@Ann Lee', []],
    ['@xyz', []],
    ['@ x', null],
    ['@an\n', null],
    ['mail@an', null],
  ];
  expect(rows.map(([text]) => [text, suggested(text)])).toEqual(rows);
});

test('[MSG-456] ten thousand signs and a thousand members are searched quickly enough to type', () => {
  const thousand = Array.from({ length: 1000 }, (_, index) => person(idOf(index), `Ann ${index}`));
  const many = toMentionOptions(thousand);
  expect(findMentions('@Ann 1'.repeat(1500) + '@'.repeat(1000), many)).toHaveLength(1);
  expect(findMentions('@Ann 1 '.repeat(1400), many)).toHaveLength(1400);
});
