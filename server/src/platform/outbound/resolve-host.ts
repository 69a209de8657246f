import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a name; empty when it has none. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Queries the name servers directly. The system's lookup runs in the thread pool that also reads files, and names whose
 * servers never answer would fill it.
 */
export function createHostResolver({ servers }: { servers?: readonly string[] } = {}): ResolveHost {
  return async (name, signal) => {
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** The system's lookup, including the hosts file: for names that the operator listed. */
export const resolveListedHost: ResolveHost = async (name) => {
  const answers = await lookup(name, { all: true }).catch(() => []);
  return answers.map(({ address }) => address);
};
