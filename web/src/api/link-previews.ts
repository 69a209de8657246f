import { getLinkPreview } from '@chat-app/contract';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';

/** The metadata of a page rarely changes. */
const keptMs = 60 * 60_000;

/** The metadata of the linked page; null if it has none or cannot be fetched. */
export function useLinkPreview(url: string) {
  return useQuery({
    queryKey: ['link-preview', url],
    queryFn: async ({ signal }) => (await callEndpoint(getLinkPreview, { url }, { signal })).data,
    staleTime: keptMs,
    gcTime: keptMs,
    // Do not repeat a failed request each time the link scrolls into view.
    retry: false,
    retryOnMount: false,
  });
}
