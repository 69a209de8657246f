/** Who sits in which call, and at which device. Somebody has one seat at most, wherever it is. */
export function createSeats() {
  const devicesByChat = new Map<string, Map<string, string>>();
  const chatByUser = new Map<string, string>();

  function leave(chatId: string, userId: string): boolean {
    const devices = devicesByChat.get(chatId);
    if (!devices?.delete(userId)) return false;
    chatByUser.delete(userId);
    if (devices.size === 0) devicesByChat.delete(chatId);
    return true;
  }

  return {
    /** Returns the device that held the seat before, if another one did. */
    take(chatId: string, userId: string, deviceId: string): string | null {
      const devices = devicesByChat.get(chatId) ?? new Map<string, string>();
      devicesByChat.set(chatId, devices);
      const before = devices.get(userId) ?? null;
      devices.set(userId, deviceId);
      chatByUser.set(userId, chatId);
      return before === deviceId ? null : before;
    },
    /** False when they had none. */
    leave,
    clear: (chatId: string) => {
      for (const userId of devicesByChat.get(chatId)?.keys() ?? []) chatByUser.delete(userId);
      devicesByChat.delete(chatId);
    },
    people: (chatId: string) => [...(devicesByChat.get(chatId)?.keys() ?? [])],
    deviceOf: (chatId: string, userId: string) => devicesByChat.get(chatId)?.get(userId) ?? null,
    chatOf: (userId: string) => chatByUser.get(userId) ?? null,
    chats: () => [...devicesByChat.keys()],
  };
}
