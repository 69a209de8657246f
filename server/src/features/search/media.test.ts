import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

const media = async (person: Person, input: contract.InputOf<typeof contract.getMedia>) => {
  const { body } = await person.call(contract.getMedia, input);
  return { contents: body.data.map(({ content }) => content), haveMore: body.haveMore };
};

test('[SRC-10] files and links of a chat are listed by kind, newest first, from joining on', async () => {
  const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob, cat);
  const say = (content: string) => ann.call(contract.sendMessage, { chatId, content, type: 'text' });
  const sendFile = (name: string) => ann.upload(contract.sendFile, new Blob(['text']), name, { chatId });
  await say('see https://example.org/one');
  await sendFile('one.txt');
  await ann.call(contract.removeMember, { chatId, memberId: cat.user.id });
  await ann.call(contract.addMembers, { chatId, members: [cat.user.id] });
  await say('no link: example.org');
  await say('see http://example.org/two');
  const { body } = await sendFile('two.txt');
  await sendFile('three.txt');

  expect(await media(bob, { chatId, kind: 'link' })).toEqual({
    contents: ['see http://example.org/two', 'see https://example.org/one'],
    haveMore: false,
  });
  expect(await media(cat, { chatId, kind: 'link' })).toEqual({
    contents: ['see http://example.org/two'],
    haveMore: false,
  });
  expect(await media(bob, { chatId, kind: 'file', limit: 2 })).toEqual({
    contents: ['three.txt', 'two.txt'],
    haveMore: true,
  });
  expect(await media(bob, { chatId, kind: 'file', before: body.message.seq })).toEqual({
    contents: ['one.txt'],
    haveMore: false,
  });
  expect(await media(bob, { chatId, kind: 'image' })).toEqual({ contents: [], haveMore: false });
  await ann.call(contract.deleteMessage, { messageId: body.message._id });
  expect(await media(bob, { chatId, kind: 'file' })).toMatchObject({ contents: ['three.txt', 'one.txt'] });
});
