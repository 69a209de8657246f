export type Listener = (event: object) => Promise<void> | void;

const none = { here: [] as Listener[], everywhere: [] as Listener[] };

/** The listeners of each event, in the order in which they subscribed. */
export function createListenerBook() {
  const listenersByName = new Map<string, typeof none>();
  return {
    add: (name: string, listener: Listener, { isForEach }: { isForEach: boolean }) => {
      const { here, everywhere } = listenersByName.get(name) ?? none;
      listenersByName.set(name, {
        here: [...here, listener],
        everywhere: isForEach ? [...everywhere, listener] : everywhere,
      });
    },
    /** For an event published by this process. */
    ofOwn: (name: string): readonly Listener[] => (listenersByName.get(name) ?? none).here,
    /** For an event published by another process. */
    ofOthers: (name: string): readonly Listener[] => (listenersByName.get(name) ?? none).everywhere,
  };
}
