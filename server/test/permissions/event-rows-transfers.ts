import type { transferClientEvents } from '@chat-app/contract';
import { type Around, type Cell, done, refused, toPeople } from './event-cells.ts';
import type { DeviceName, Outcome, Harness } from './harness.ts';

/** The devices in my transfer to the peer, which is either pending or accepted by the peer's first device. */
type Seat = 'sender' | 'sendersPhone' | 'receiver' | 'receiversPhone' | 'third';
const deviceOf: Record<Seat, DeviceName> = {
  sender: 'me',
  sendersPhone: 'myPhone',
  receiver: 'directPeer',
  receiversPhone: 'peersPhone',
  third: 'friend',
};
const withdraw: Around['after'] = (scenario) => scenario.withdraw();
const phases = {
  offered: { before: ({ offer }) => offer(), after: withdraw },
  accepted: { before: ({ accept }) => accept(), after: withdraw },
} satisfies Record<string, Around>;
type Phase = keyof typeof phases;
type Expected = Partial<Record<Seat, Outcome>> & { others: Outcome };

const otherOf = (seat: Seat, { users }: Harness) => (seat.startsWith('sender') ? users.directPeer : users.me).user.id;

const within = (args: (id: string) => readonly unknown[], expectedByPhase: Record<Phase, Expected>): Cell[] =>
  (Object.keys(phases) as Phase[]).flatMap((phase) => {
    const { others, ...given } = expectedByPhase[phase];
    return (Object.keys(deviceOf) as Seat[]).map((seat) => ({
      relation: `${phase}: ${seat}`,
      by: deviceOf[seat],
      args: (harness: Harness) => args(otherOf(seat, harness)),
      expected: given[seat] ?? others,
      around: phases[phase],
    }));
  });

/** Sent to users without a transfer, and then within an existing one. */
const row = (
  args: (id: string) => readonly unknown[],
  expectedByPhase: Record<Phase, Expected>,
  elsewhere: Outcome = refused,
): Cell[] => [...toPeople(args, { others: elsewhere }), ...within(args, expectedByPhase)];

const file = { name: 'film.mkv', size: 5 };
const onlyId = (id: string) => [id];
const onlyRefused = { others: refused };
const unreachable = (device: DeviceName): Outcome => ({ ...refused, received: { [device]: ['fileTransferError'] } });

export const transferRows: Record<keyof typeof transferClientEvents, readonly Cell[]> = {
  // A user who cannot be reached, for whatever reason, 'is not online'; only the sender receives that answer.
  sendFileRequest: [
    ...toPeople(
      (id) => [file, id],
      {
        others: unreachable('me'),
        directPeer: done({ directPeer: ['fileTransferRequest'], peersPhone: ['fileTransferRequest'] }),
      },
      { before: async () => {}, after: withdraw },
    ),
    ...within((id) => [file, id], {
      offered: {
        others: unreachable('me'),
        sendersPhone: unreachable('myPhone'),
        receiver: unreachable('directPeer'),
        receiversPhone: unreachable('peersPhone'),
        third: unreachable('friend'),
      },
      // A new request ends only the transfer that the asking device takes part in.
      accepted: {
        others: unreachable('friend'),
        sender: done({
          directPeer: ['fileTransferCancel', 'fileTransferRequest'],
          peersPhone: ['fileTransferRequest'],
        }),
        sendersPhone: unreachable('myPhone'),
        receiver: done({ me: ['fileTransferCancel', 'fileTransferRequest'], myPhone: ['fileTransferRequest'] }),
        receiversPhone: unreachable('peersPhone'),
      },
    }),
  ],
  fileReceiveAccept: row(onlyId, {
    offered: {
      others: refused,
      receiver: done({ me: ['fileTransferAccept'], peersPhone: ['fileTransferTaken'] }),
      receiversPhone: done({ me: ['fileTransferAccept'], directPeer: ['fileTransferTaken'] }),
    },
    accepted: onlyRefused,
  }),
  fileReceiveReject: row(onlyId, {
    offered: {
      others: refused,
      receiver: done({ me: ['fileTransferReject'], peersPhone: ['fileTransferTaken'] }),
      receiversPhone: done({ me: ['fileTransferReject'], directPeer: ['fileTransferTaken'] }),
    },
    accepted: onlyRefused,
  }),
  senderDesc: row((id) => [{ type: 'offer', sdp: 'v=0' }, id], {
    offered: onlyRefused,
    accepted: { others: refused, sender: done({ directPeer: ['senderDesc'] }) },
  }),
  receiverDesc: row((id) => [{ type: 'answer', sdp: 'v=0' }, id], {
    offered: onlyRefused,
    accepted: { others: refused, receiver: done({ me: ['receiverDesc'] }) },
  }),
  'ice-candidate': row((id) => [null, id], {
    offered: onlyRefused,
    accepted: {
      others: refused,
      sender: done({ directPeer: ['ice-candidate'] }),
      receiver: done({ me: ['ice-candidate'] }),
    },
  }),
  fileTransferCancel: row(onlyId, {
    offered: {
      others: refused,
      sender: done({ directPeer: ['fileTransferCancel'], peersPhone: ['fileTransferCancel'] }),
      receiver: done({ me: ['fileTransferCancel'], peersPhone: ['fileTransferTaken'] }),
      receiversPhone: done({ me: ['fileTransferCancel'], directPeer: ['fileTransferTaken'] }),
    },
    accepted: {
      others: refused,
      sender: done({ directPeer: ['fileTransferCancel'] }),
      receiver: done({ me: ['fileTransferCancel'] }),
    },
  }),
  fileTransferResume: row(onlyId, {
    offered: { others: refused, sender: done() },
    accepted: {
      others: refused,
      sender: done({ me: ['fileTransferAccept'], directPeer: ['fileTransferResume'] }),
      receiver: done({ me: ['fileTransferResume'] }),
    },
  }),
  // Nobody is notified: both sides know. From an unrelated device it ends nothing.
  fileTransferDone: row(onlyId, { offered: { others: done() }, accepted: { others: done() } }, done()),
};
