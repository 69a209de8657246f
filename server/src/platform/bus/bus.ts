/** What can happen: a name in the past tense, and what one must know of it. */
export type EventMap = Record<string, object>;

type Hear<Events extends EventMap> = <Name extends keyof Events & string>(
  name: Name,
  listener: (event: Events[Name]) => Promise<void> | void,
) => void;

/** What the order of an event is kept for, such as a chat's id. Events without a key wait for no other. */
export type OrderKeys<Events extends EventMap> = (event: Events[keyof Events]) => readonly string[];

/**
 * Delivers what has happened to its listeners: per key in the order of publishing, one event after the other. Whatever takes
 * long and is no delivery belongs in the background, or it holds up the later events of its keys.
 */
export interface Bus<Events extends EventMap> {
  /** Never throws and never waits: a listener that fails harms nobody but itself. */
  publish: <Name extends keyof Events & string>(name: Name, event: Events[Name]) => void;
  /** Runs in the process where it happened: for what must be done once, such as telling the devices. */
  on: Hear<Events>;
  /** Runs in every process: for what each holds in its memory. */
  onEach: Hear<Events>;
  /** Whether everything is delivered, here and to the other processes. */
  isIdle: () => boolean;
  /** Resolves when it is. */
  settle: () => Promise<void>;
}
