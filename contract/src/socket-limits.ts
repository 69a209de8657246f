/** Limits of the chat server. Separate from the other limits: the first screen loads those, and needs none of these. */
export const socketLimits = {
  connectionsPerPerson: 30,
  /** For one event with all its arguments. */
  eventMaxBytes: 128 * 1024,
  /** Per person, over all connections. Events that are frequent by nature have their own limits below. */
  eventsPerMinute: 300,
  /** Chunks of 300 ms arrive three or four a second; two recorders may overlap, and a stalled network catches up. */
  audioPiecesPerSecond: 8,
  voiceSignalsPerSecond: 60,
  /** Each is sent to everybody in the call. */
  callMediaPerSecond: 4,
  /** A page says it every three seconds, and twice when the user switches from one chat to another. */
  typingPerSecond: 4,
  /** The limit per user, which HTTP requests share, is lower; its burst may arrive within one second, from several devices. */
  messagesPerSecond: 120,
  /** Per user. */
  transferRequestsPerMinute: 5,
} as const;
