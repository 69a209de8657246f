export type Listener = (event: object) => Promise<void> | void;

const none = { own: [] as Listener[], others: [] as Listener[] };

/** The listeners of each event, in the order in which they subscribed. */
export function createListenerRegistry() {
  const listenersByName = new Map<string, typeof none>();
  return {
    add: (name: string, listener: Listener, origins: { own: boolean; others: boolean }) => {
      const { own, others } = listenersByName.get(name) ?? none;
      listenersByName.set(name, {
        own: origins.own ? [...own, listener] : own,
        others: origins.others ? [...others, listener] : others,
      });
    },
    /** For an event published by this process. */
    forOwn: (name: string): readonly Listener[] => (listenersByName.get(name) ?? none).own,
    /** For an event published by another process. */
    forOthers: (name: string): readonly Listener[] => (listenersByName.get(name) ?? none).others,
  };
}
