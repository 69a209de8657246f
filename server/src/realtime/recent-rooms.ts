/** Longer outages make all devices fetch their state again. */
const keptMs = 120_000;
const maxRooms = 100_000;

/**
 * The rooms that this process recently emitted to through Redis, to find the devices that missed an event during an
 * outage. Rooms of calls are left out: audio is lost for good, and participants are announced again and again.
 */
export function createRecentRooms(now: () => number = () => performance.now()) {
  // In the order of the last event.
  const lastEmits = new Map<string, number>();
  let forgottenAt = -Infinity;

  function forgetOldest(room: string, at: number) {
    lastEmits.delete(room);
    forgottenAt = at;
  }

  return {
    add: (rooms: ReadonlySet<string>) => {
      const time = now();
      for (const room of rooms) {
        if (room.startsWith('call:')) continue;
        lastEmits.delete(room);
        lastEmits.set(room, time);
      }
      for (const [room, at] of lastEmits) {
        if (at >= time - keptMs && lastEmits.size <= maxRooms) break;
        forgetOldest(room, at);
      }
    },

    /** Null when some of them are forgotten. */
    since: (durationMs: number): string[] | null => {
      const from = now() - durationMs;
      if (forgottenAt >= from) return null;
      return [...lastEmits].filter(([, at]) => at >= from).map(([room]) => room);
    },
  };
}
