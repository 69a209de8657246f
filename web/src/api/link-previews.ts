import { getLinkPreview } from '@chat-app/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';

/** The metadata of a page rarely changes. */
const keptMs = 60 * 60_000;

/** The metadata of the linked page; null if it has none or cannot be fetched. */
export const useLinkPreview = (url: string) => useQuery(linkPreviewQuery(url));

/** The metadata if it was fetched before. Sends no request. */
export const useKnownLinkPreview = (url: string) => useQuery({ ...linkPreviewQuery(url), enabled: false }).data;

function linkPreviewQuery(url: string) {
  return queryOptions({
    queryKey: ['link-preview', url],
    queryFn: async ({ signal }) => (await callEndpoint(getLinkPreview, { url }, { signal })).data,
    staleTime: keptMs,
    gcTime: keptMs,
    // Do not repeat a failed request each time the link scrolls into view.
    retry: false,
    retryOnMount: false,
  });
}
