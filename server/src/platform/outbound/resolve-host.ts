import { lookup, Resolver } from 'node:dns/promises';

/** Every address a name has, or none. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the name servers ourselves. The system's own lookup runs in the thread pool that reads files, and names whose servers
 * never answer would fill it.
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

/** As the system sees it, hosts file included: for names that the operator listed. */
export const resolveListedHost: ResolveHost = async (name) => {
  const answers = await lookup(name, { all: true }).catch(() => []);
  return answers.map(({ address }) => address);
};
