import type { ClientEventName } from '@chat-app/contract';
import { callRows } from './event-rows-calls.ts';
import { transferRows } from './event-rows-transfers.ts';
import { type Cell, done, refused, toChats, toPeople } from './event-cells.ts';

/** Every event that a browser may send, with its outcome in each relation. A missing row does not compile. */
export const eventRows: Record<ClientEventName, readonly Cell[]> = {
  online: toPeople((id) => [id], {
    self: done(),
    friend: refused,
    directPeer: refused,
    formerFriend: refused,
    pending: refused,
    comember: refused,
    stranger: refused,
    unknown: refused,
  }),
  // Outsiders do not learn whether such a chat exists.
  chatRead: toChats(
    (chatId) => [chatId, 1_000_000],
    {
      member: done({ me: ['chatRead'], myPhone: ['chatRead'], host: ['chatRead'], comember: ['chatRead'] }),
      directPeer: done({
        me: ['chatRead'],
        myPhone: ['chatRead'],
        directPeer: ['chatRead'],
        peersPhone: ['chatRead'],
      }),
      formerFriend: done({ me: ['chatRead'], myPhone: ['chatRead'], formerFriend: ['chatRead'] }),
      exMember: refused,
      nonMember: refused,
      directOutsider: refused,
      deleted: refused,
      unknown: refused,
    },
    { before: ({ unread }) => unread() },
  ),
  typing: toChats((chatId) => [chatId, true], {
    member: done({ host: ['typing'], comember: ['typing'] }),
    directPeer: done({ directPeer: ['typing'], peersPhone: ['typing'] }),
    formerFriend: done({ formerFriend: ['typing'] }),
    exMember: refused,
    nonMember: refused,
    directOutsider: refused,
    deleted: refused,
    unknown: refused,
  }),
  // Without an acknowledgement, the sending device receives its message like all others.
  sendMessage: toChats((chatId) => [{ chatId, content: 'Hello', type: 'text' }], {
    member: done({ me: ['newMessage'], myPhone: ['newMessage'], host: ['newMessage'], comember: ['newMessage'] }),
    directPeer: done({
      me: ['newMessage'],
      myPhone: ['newMessage'],
      directPeer: ['newMessage'],
      peersPhone: ['newMessage'],
    }),
    formerFriend: done({ me: ['newMessage'], myPhone: ['newMessage'], formerFriend: ['newMessage'] }),
    exMember: refused,
    nonMember: refused,
    directOutsider: refused,
    deleted: refused,
    unknown: refused,
  }),
  ...transferRows,
  ...callRows,
};
