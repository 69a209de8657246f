import { forbidden } from '../../platform/errors.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { deviceIdOf } from '../../realtime/rooms.ts';
import type { Presence } from './presence.service.ts';

/** A device says that it is there; the list of who else is goes to it at once. */
export function followPresence({ gateway, presence }: { gateway: Gateway; presence: Presence }) {
  gateway.onConnect(async (socket) => {
    socket.emit('getOnlineUsers', await presence.listFor(socket.data.userId));
  });

  gateway.listen('online', async (socket, userId) => {
    // Who one is comes from the session; an id that differs is a mistake or a try.
    if (userId !== socket.data.userId) throw forbidden('You can only announce yourself');
    if (!socket.connected) return;
    try {
      await presence.arrive(userId, deviceIdOf(socket));
    } catch (error) {
      // It would look offline for as long as it stays; when it comes again it is announced again.
      socket.disconnect(true);
      throw error;
    }
    socket.emit('getOnlineUsers', await presence.listFor(userId));
  });

  gateway.onDisconnect((socket, isDeliberate) =>
    presence.depart(socket.data.userId, deviceIdOf(socket), { isDeliberate }),
  );
}
