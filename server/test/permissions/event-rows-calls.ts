import type { callClientEvents } from '@chat-app/contract';
import { type Around, type Cell, done, refused, toChats } from './event-cells.ts';
import type { DeviceName, Outcome, Harness } from './harness.ts';

const sound = `data:audio/webm;base64,${Buffer.alloc(300).toString('base64')}`;
const signal = { candidate: null };
const media = { isCameraOn: true, isScreenShared: true };
const around: Around = { before: ({ callsGoOn }) => callsGoOn(), after: ({ callsEnd }) => callsEnd() };
const participating: Around = {
  ...around,
  before: async ({ callsGoOn, emitWithAck, chats, users }) => {
    await callsGoOn();
    await emitWithAck('me', 'joinVoiceRoom', [chats.group, users.me.user.id]);
  },
};
const idOf = ({ users }: Harness, name: keyof Harness['users']) => users[name].user.id;

/** `me` takes part in the group's call with one device. */
const participant = (
  other: string,
  args: Cell['args'],
  expected: Outcome,
  { by = 'me' }: { by?: DeviceName } = {},
): Cell => ({ relation: `participant${other}`, by, args, expected, around: participating });

/** The group and the direct chat have calls; the sender is in none of them unless stated. */
export const callRows: Record<keyof typeof callClientEvents, readonly Cell[]> = {
  joinVoiceRoom: [
    ...toChats(
      (chatId, harness, by) => [chatId, idOf(harness, by)],
      {
        others: refused,
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
      around,
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
    ...toChats((chatId) => [chatId], { others: done() }, around),
    participant('', ({ chats }) => [chats.group], done({ host: ['callingUsers'] })),
    participant(', other device', ({ chats }) => [chats.group], done(), { by: 'myPhone' }),
  ],
  audioStream: [
    ...toChats((chatId) => [chatId, sound], { others: refused }, around),
    participant('', ({ chats }) => [chats.group, sound], done({ host: ['audioStream'] })),
    participant(', other device', ({ chats }) => [chats.group, sound], refused, { by: 'myPhone' }),
    participant(', into another call', ({ chats }) => [chats.direct, sound], refused),
  ],
  voiceSignal: [
    ...toChats((chatId, harness) => [chatId, idOf(harness, 'host'), signal], { others: refused }, around),
    ...Object.entries({
      host: ['another participant', done({ host: ['voiceSignal'] })],
      comember: ['a member who has not joined', refused],
      directPeer: ['a participant of another call', refused],
      stranger: ['a stranger', refused],
    } satisfies Partial<Record<keyof Harness['users'], [string, Outcome]>>).map(([name, [who, expected]]) =>
      participant(
        `, to ${who}`,
        (harness) => [harness.chats.group, idOf(harness, name as keyof Harness['users']), signal],
        expected,
      ),
    ),
  ],
  callMedia: [
    ...toChats((chatId) => [chatId, media], { others: refused }, around),
    participant(
      '',
      ({ chats }) => [chats.group, media],
      // The call becomes one of video, which its members see.
      done({
        me: ['callMedia', 'updateChat'],
        myPhone: ['updateChat'],
        host: ['callMedia', 'updateChat'],
        comember: ['updateChat'],
      }),
    ),
    participant(', other device', ({ chats }) => [chats.group, media], refused, { by: 'myPhone' }),
    participant(', in another call', ({ chats }) => [chats.direct, media], refused),
  ],
};
