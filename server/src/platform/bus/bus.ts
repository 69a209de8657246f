/** What can happen: a name in the past tense, and what one must know of it. */
export type EventMap = Record<string, object>;

type Hear<Events extends EventMap> = <Name extends keyof Events & string>(
  name: Name,
  listener: (event: Events[Name]) => Promise<void> | void,
) => void;

/** Tells what has happened, in the order in which it was told, to whoever wants to know. */
export interface Bus<Events extends EventMap> {
  /** Never throws and never waits: a listener that fails harms nobody but itself. */
  publish: <Name extends keyof Events & string>(name: Name, event: Events[Name]) => void;
  /** Runs in the process where it happened: for what must be done once, such as telling the devices. */
  on: Hear<Events>;
  /** Runs in every process: for what each holds in its memory. */
  onEach: Hear<Events>;
  /** Resolves when all that was told has been heard here. */
  settle: () => Promise<void>;
}
