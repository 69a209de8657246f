import type { Gateway } from '../../realtime/gateway.ts';
import { deviceIdOf } from '../../realtime/rooms.ts';
import { assertAnnouncesSelf } from './presence.policy.ts';
import type { Presence } from './presence.service.ts';

/** Tracks the presence of devices, and emits the list of online people to each at once. */
export function registerPresenceEvents({ gateway, presence }: { gateway: Gateway; presence: Presence }) {
  gateway.onConnect(async (socket) => {
    socket.emit('getOnlineUsers', await presence.listFor(socket.data.userId));
  });

  gateway.listen('online', async (socket, userId) => {
    assertAnnouncesSelf(userId, socket.data.userId);
    if (!socket.connected) return;
    try {
      await presence.handleOnline(userId, deviceIdOf(socket));
    } catch (error) {
      // The device would appear offline until it disconnects; after it reconnects it announces itself again.
      socket.disconnect(true);
      throw error;
    }
    socket.emit('getOnlineUsers', await presence.listFor(userId));
  });

  gateway.onDisconnect((socket, isDeliberate) =>
    presence.handleDisconnect(socket.data.userId, deviceIdOf(socket), { isDeliberate }),
  );
}
