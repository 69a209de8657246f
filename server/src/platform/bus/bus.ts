/** What can happen: a name in the past tense, and what one must know of it. */
export type EventMap = Record<string, object>;

/** Tells what has happened, in the order in which it was told, to whoever wants to know. */
export interface Bus<Events extends EventMap> {
  /** Never throws and never waits: a listener that fails harms nobody but itself. */
  publish: <Name extends keyof Events & string>(name: Name, event: Events[Name]) => void;
  on: <Name extends keyof Events & string>(name: Name, listener: (event: Events[Name]) => Promise<void> | void) => void;
}
