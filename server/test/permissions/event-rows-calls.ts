import type { callClientEvents } from '@chat-app/contract';
import { type Cell, done, refused, type ToChat, toChats } from './event-cells.ts';
import type { Outcome, Stage } from './stage.ts';

const sound = `data:audio/webm;base64,${Buffer.alloc(300).toString('base64')}`;
const signal = { candidate: null };
const around: Pick<Cell, 'before' | 'after'> = {
  before: ({ callsGoOn }) => callsGoOn(),
  after: ({ callsEnd }) => callsEnd(),
};
const participating: Pick<Cell, 'before' | 'after'> = {
  before: async ({ callsGoOn, perform, chats, cast }) => {
    await callsGoOn();
    await perform('me', 'joinVoiceRoom', [chats.group, cast.me.user.id]);
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
const idOf = ({ cast }: Stage, name: keyof Stage['cast']) => cast[name].user.id;

/** The group and the direct chat have calls; the sender is in none of them unless stated. */
export const callRows: Record<keyof typeof callClientEvents, readonly Cell[]> = {
  joinVoiceRoom: [
    ...toChats(
      (chatId, stage, by) => [chatId, idOf(stage, by as keyof Stage['cast'])],
      {
        ...nobody(refused),
        member: done({ me: ['callingUsers'], host: ['callingUsers'], myPhone: ['voiceDeviceJoined'] }),
        directPeer: done({ me: ['callingUsers'], directPeer: ['callingUsers'], myPhone: ['voiceDeviceJoined'] }),
      },
      around,
    ),
    {
      relation: 'member, for somebody else',
      by: 'me',
      args: (stage) => [stage.chats.group, idOf(stage, 'comember')],
      expected: refused,
      ...around,
    },
    {
      relation: 'member, where no call is',
      by: 'me',
      args: (stage) => [stage.chats.group, idOf(stage, 'me')],
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
    ...toChats((chatId, stage) => [chatId, idOf(stage, 'host'), signal], nobody(refused), around),
    {
      relation: 'participant, to another participant',
      by: 'me',
      args: (stage) => [stage.chats.group, idOf(stage, 'host'), signal],
      expected: done({ host: ['voiceSignal'] }),
      ...participating,
    },
    {
      relation: 'participant, to a member who has not joined',
      by: 'me',
      args: (stage) => [stage.chats.group, idOf(stage, 'comember'), signal],
      expected: refused,
      ...participating,
    },
    {
      relation: 'participant, to a participant of another call',
      by: 'me',
      args: (stage) => [stage.chats.group, idOf(stage, 'directPeer'), signal],
      expected: refused,
      ...participating,
    },
    {
      relation: 'participant, to a stranger',
      by: 'me',
      args: (stage) => [stage.chats.group, idOf(stage, 'stranger'), signal],
      expected: refused,
      ...participating,
    },
  ],
};
