import type { ClientEventName } from '@chat-app/contract';
import { callRows } from './event-rows-calls.ts';
import { transferRows } from './event-rows-transfers.ts';
import { type Cell, done, refused, toChats, toPeople } from './event-cells.ts';
import type { DeviceName, Outcome } from './harness.ts';

const toAll = (event: string, ...devices: DeviceName[]): Outcome =>
  done(Object.fromEntries(devices.map((device) => [device, [event]])));
/** In a group, a direct chat and one of a former friend; outsiders do not learn whether such a chat exists. */
const toMembers = (event: string, mine: DeviceName[] = ['me', 'myPhone']) => ({
  others: refused,
  member: toAll(event, ...mine, 'host', 'comember'),
  directPeer: toAll(event, ...mine, 'directPeer', 'peersPhone'),
  formerFriend: toAll(event, ...mine, 'formerFriend'),
});

/** Every event that a browser may send, with its outcome in each relation. A missing row does not compile. */
export const eventRows: Record<ClientEventName, readonly Cell[]> = {
  online: toPeople((id) => [id], { others: refused, self: done() }),
  chatRead: toChats((chatId) => [chatId, 1_000_000], toMembers('chatRead'), {
    before: ({ unread }) => unread(),
    after: async () => {},
  }),
  typing: toChats((chatId) => [chatId, true], toMembers('typing', [])),
  // Without an acknowledgement, the sending device receives its message like all others.
  sendMessage: toChats((chatId) => [{ chatId, content: 'Hello', type: 'text' }], toMembers('newMessage')),
  ...transferRows,
  ...callRows,
};
