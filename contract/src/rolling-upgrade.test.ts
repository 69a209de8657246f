import { expect, test } from 'vitest';
import { callClientEvents } from './calls.ts';
import { getChat, getChats } from './chats.ts';
import { getServerConfig } from './server-config.ts';

const id = '01890a5d-ac96-774b-bcce-000000000001';

/** Control messages of a call as pages of the previous release send them. */
const olderSignals = ['', 'hello', 'again'].map((sdp) => ({ description: { type: 'rollback', sdp } }));

/** Responses as servers of the previous release send them. */
const [avatar, at] = [`/api/avatars/${id}.svg`, '2026-03-01T10:00:00.000Z'];
const bob = { _id: id, name: 'Bob', avatar };
const state = { calling: null, isMuted: false };
const last = { isMyMessage: false, lastMessage: 'hello', lastTime: at, lastSeq: 1 };
const chatList = { data: [{ ...bob, ...state, ...last, members: [id], isGroup: false, read: false }] };
const chat = {
  data: { ...state, _id: id, name: 'Group', avatar, isGroup: true, members: [bob], ownerId: id, createdAt: at },
};
const config = {
  title: 'Chat App',
  googleClientId: null,
  socketUrl: null,
  limits: { maxUploadBytes: 1, maxImageBytes: 1, maxGroupSize: 1 },
};

test('[CHT-240] answers of the previous release can be read', () => {
  expect(getChats.output.parse(chatList)).toEqual(chatList);
  expect(getChat.output.parse(chat)).toEqual(chat);
  expect(getServerConfig.output.parse(config)).toEqual({ ...config, registration: 'open', allowedEmailDomains: [] });
});

test('[CALL-400] answers of the previous release know voice calls only', () => {
  const [first] = chatList.data;
  const listed = { data: [{ ...first, calling: 'voice' }] };
  const detail = { data: { ...chat.data, calling: 'voice' } };
  expect(getChats.output.parse(listed)).toEqual(listed);
  expect(getChat.output.parse(detail)).toEqual(detail);
});

test('[CALL-208] control messages of the previous release are passed on', () => {
  for (const signal of olderSignals)
    expect(callClientEvents.voiceSignal.parse([id, id, signal])).toEqual([id, id, signal]);
});
