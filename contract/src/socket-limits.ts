/** What the chat server bounds. Apart from the other numbers: the first screen loads those, and needs none of these. */
export const socketLimits = {
  connectionsPerPerson: 30,
  /** Of one event with all its arguments. */
  eventMaxBytes: 128 * 1024,
  /** Per connection; those that come often by their nature are counted for themselves, below. */
  eventsPerMinute: 300,
  /** Pieces of 300 ms come three or four a second; two recorders may overlap, and a network that stuttered catches up. */
  audioPiecesPerSecond: 8,
  voiceSignalsPerSecond: 60,
  /** Per person. */
  transferRequestsPerMinute: 5,
} as const;
