import { getLinkPreview } from '@chat-app/contract';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';

/** Pages hardly change what they say about themselves. */
const keptMs = 60 * 60_000;

/** What the page behind a link says about itself; null when it says nothing or cannot be had. */
export function useLinkPreview(url: string) {
  return useQuery({
    queryKey: ['link-preview', url],
    queryFn: async ({ signal }) => (await callEndpoint(getLinkPreview, { url }, { signal })).data,
    staleTime: keptMs,
    gcTime: keptMs,
    // What failed once is not asked for at every scrolling past.
    retry: false,
    retryOnMount: false,
  });
}
