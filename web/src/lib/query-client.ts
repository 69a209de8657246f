import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import type { ToastText } from '@chat-app/contract';
import { ApiError } from './api-error.ts';

/** Metadata of a mutation, evaluated by the handlers below. */
interface ToldByMutation extends Record<string, unknown> {
  toast?: {
    /** A function can return null for outcomes without a toast. */
    success?: ToastText | ((output: never, input: never) => ToastText | null) | undefined;
    /** For a failure, `message` is the fallback if the server sent no message. */
    failure?: ToastText | ((error: ApiError) => ToastText | null) | undefined;
  };
  /** Covers the screen with this label while the mutation runs. */
  overlay?: string;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: ToldByMutation;
  }
}

/** Callbacks for the effects of queries and mutations outside the cache. */
export interface QueryClientOutlets {
  showToast: (text: ToastText) => void;
  showOverlay: (label: string) => void;
  hideOverlay: (label: string) => void;
  /** The session has ended on the server. */
  onSessionLost: (client: QueryClient) => void;
}

export function createQueryClient(outlets: QueryClientOutlets): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isSessionLost(error)) outlets.onSessionLost(client);
      },
    }),
    mutationCache: createMutationCache(outlets, () => client),
    defaultOptions: {
      // 'always': with the default, an offline browser would wait silently instead of reporting an error.
      queries: { retry: shouldRetry, refetchInterval: whileFailed, networkMode: 'always', staleTime: 30_000 },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

function createMutationCache(outlets: QueryClientOutlets, getClient: () => QueryClient) {
  return new MutationCache({
    onMutate: (_input, { meta }) => {
      if (meta?.overlay) outlets.showOverlay(meta.overlay);
    },
    onSuccess: (output, input, _result, { meta }) => {
      const success = meta?.toast?.success;
      const text = typeof success === 'function' ? success(output as never, input as never) : success;
      if (text) outlets.showToast(text);
    },
    onError: (error, _input, _result, { meta }) => {
      if (isSessionLost(error)) return outlets.onSessionLost(getClient());
      const failure = meta?.toast?.failure;
      const text = failure && !isAborted(error) ? failureToast(failure, error) : null;
      if (text) outlets.showToast(text);
    },
    onSettled: (...settled) => {
      const { meta } = settled[4];
      if (meta?.overlay) outlets.hideOverlay(meta.overlay);
    },
  });
}

function failureToast(failure: ToastText | ((error: ApiError) => ToastText | null), error: unknown): ToastText | null {
  const known = error instanceof ApiError ? error : new ApiError({ status: 0 });
  const text = typeof failure === 'function' ? failure(known) : failure;
  return text && known.serverMessage ? { ...text, message: known.serverMessage } : text;
}

function isSessionLost(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated';
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function shouldRetry(failureCount: number, error: unknown): boolean {
  return !isRefusal(error) && failureCount < 2;
}

const recoveryMs = 10_000;

/**
 * What could not be loaded is requested again while it is shown: the server may be back, and no event says so. An event
 * that changes the data ends the error, but not its reason, and restarts the timer, but not the time.
 */
function whileFailed({ state: { fetchStatus, fetchFailureReason, errorUpdatedAt } }: Query): number | false {
  if (fetchStatus !== 'idle' || fetchFailureReason === null || isRefusal(fetchFailureReason)) return false;
  return Math.max(1, errorUpdatedAt + recoveryMs - Date.now());
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;
