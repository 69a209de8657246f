import type { callClientEvents } from '@chat-app/contract';
import { type Cell, done, refused, type ToChat, toChats } from './event-cells.ts';
import type { Outcome, Harness } from './harness.ts';

const sound = `data:audio/webm;base64,${Buffer.alloc(300).toString('base64')}`;
const signal = { candidate: null };
const media = { isCameraOn: true, isScreenShared: true };
const around: Pick<Cell, 'before' | 'after'> = {
  before: ({ callsGoOn }) => callsGoOn(),
  after: ({ callsEnd }) => callsEnd(),
};
const participating: Pick<Cell, 'before' | 'after'> = {
  before: async ({ callsGoOn, emitWithAck, chats, users }) => {
    await callsGoOn();
    await emitWithAck('me', 'joinVoiceRoom', [chats.group, users.me.user.id]);
  },
  after: ({ callsEnd }) => callsEnd(),
};
const nobody = (outcome: Outcome): Record<ToChat, Outcome> => ({
  member: outcome,
  exMember: outcome,
  nonMember: outcome,
  directPeer: outcome,
  directOutsider: outcome,
  formerFriend: outcome,
  deleted: outcome,
  unknown: outcome,
});
const idOf = ({ users }: Harness, name: keyof Harness['users']) => users[name].user.id;

/** The group and the direct chat have calls; the sender is in none of them unless stated. */
export const callRows: Record<keyof typeof callClientEvents, readonly Cell[]> = {
  joinVoiceRoom: [
    ...toChats(
      (chatId, harness, by) => [chatId, idOf(harness, by as keyof Harness['users'])],
      {
        ...nobody(refused),
        member: done({ me: ['callMedia', 'callingUsers'], host: ['callingUsers'], myPhone: ['voiceDeviceJoined'] }),
        directPeer: done({
          me: ['callMedia', 'callingUsers'],
          directPeer: ['callingUsers'],
          myPhone: ['voiceDeviceJoined'],
        }),
      },
      around,
    ),
    {
      relation: 'member, for somebody else',
      by: 'me',
      args: (harness) => [harness.chats.group, idOf(harness, 'comember')],
      expected: refused,
      ...around,
    },
    {
      relation: 'member, where no call is',
      by: 'me',
      args: (harness) => [harness.chats.group, idOf(harness, 'me')],
      expected: refused,
    },
  ],
  // Leaving without being in a call does nothing.
  leaveVoiceRoom: [
    ...toChats((chatId) => [chatId], nobody(done()), around),
    {
      relation: 'participant',
      by: 'me',
      args: ({ chats }) => [chats.group],
      expected: done({ host: ['callingUsers'] }),
      ...participating,
    },
    {
      relation: 'participant, other device',
      by: 'myPhone',
      args: ({ chats }) => [chats.group],
      expected: done(),
      ...participating,
    },
  ],
  audioStream: [
    ...toChats((chatId) => [chatId, sound], nobody(refused), around),
    {
      relation: 'participant',
      by: 'me',
      args: ({ chats }) => [chats.group, sound],
      expected: done({ host: ['audioStream'] }),
      ...participating,
    },
    {
      relation: 'participant, other device',
      by: 'myPhone',
      args: ({ chats }) => [chats.group, sound],
      expected: refused,
      ...participating,
    },
    {
      relation: 'participant, into another call',
      by: 'me',
      args: ({ chats }) => [chats.direct, sound],
      expected: refused,
      ...participating,
    },
  ],
  voiceSignal: [
    ...toChats((chatId, harness) => [chatId, idOf(harness, 'host'), signal], nobody(refused), around),
    {
      relation: 'participant, to another participant',
      by: 'me',
      args: (harness) => [harness.chats.group, idOf(harness, 'host'), signal],
      expected: done({ host: ['voiceSignal'] }),
      ...participating,
    },
    {
      relation: 'participant, to a member who has not joined',
      by: 'me',
      args: (harness) => [harness.chats.group, idOf(harness, 'comember'), signal],
      expected: refused,
      ...participating,
    },
    {
      relation: 'participant, to a participant of another call',
      by: 'me',
      args: (harness) => [harness.chats.group, idOf(harness, 'directPeer'), signal],
      expected: refused,
      ...participating,
    },
    {
      relation: 'participant, to a stranger',
      by: 'me',
      args: (harness) => [harness.chats.group, idOf(harness, 'stranger'), signal],
      expected: refused,
      ...participating,
    },
  ],
  callMedia: [
    ...toChats((chatId) => [chatId, media], nobody(refused), around),
    {
      relation: 'participant',
      by: 'me',
      args: ({ chats }) => [chats.group, media],
      // The call becomes one of video, which its members see.
      expected: done({
        me: ['callMedia', 'updateChat'],
        myPhone: ['updateChat'],
        host: ['callMedia', 'updateChat'],
        comember: ['updateChat'],
      }),
      ...participating,
    },
    {
      relation: 'participant, other device',
      by: 'myPhone',
      args: ({ chats }) => [chats.group, media],
      expected: refused,
      ...participating,
    },
    {
      relation: 'participant, in another call',
      by: 'me',
      args: ({ chats }) => [chats.direct, media],
      expected: refused,
      ...participating,
    },
  ],
};
