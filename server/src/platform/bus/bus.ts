/** Domain events: a name in the past tense, and the payload. */
export type EventMap = Record<string, object>;

type Subscribe<Events extends EventMap> = <Name extends keyof Events & string>(
  name: Name,
  listener: (event: Events[Name]) => Promise<void> | void,
) => void;

/**
 * Returns the keys within which an event's order is kept, such as a chat's id. Events without a key wait for no other.
 */
export type OrderKeys<Events extends EventMap> = (event: Events[keyof Events]) => readonly string[];

/**
 * Delivers domain events to their listeners: per key in the order of publishing, one event after the other. Slow work
 * that is not delivery belongs in the background; otherwise it delays the later events of its keys.
 */
export interface Bus<Events extends EventMap> {
  /** Never throws and never waits. A failing listener affects no other. */
  publish: <Name extends keyof Events & string>(name: Name, event: Events[Name]) => void;
  /** Runs in the publishing process, for effects that must happen once, such as emitting to the devices. */
  on: Subscribe<Events>;
  /** Runs in every process, for state that each of them keeps in memory. */
  onEveryNode: Subscribe<Events>;
  /** Runs in every process except the publishing one. */
  onOtherNodes: Subscribe<Events>;
  /** Whether everything has been delivered, here and to the other processes. */
  isIdle: () => boolean;
  /** Resolves when the bus is idle. */
  settle: () => Promise<void>;
}
