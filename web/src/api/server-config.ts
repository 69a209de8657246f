import { getServerConfig } from '@chat-app/contract';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';

export const serverConfigKey = ['server-config'] as const;
const defaultTitle = 'Chat App';

export function useServerConfig() {
  return useQuery({
    queryKey: serverConfigKey,
    queryFn: ({ signal }) => callEndpoint(getServerConfig, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useProductTitle(): string {
  return useServerConfig().data?.title ?? defaultTitle;
}
