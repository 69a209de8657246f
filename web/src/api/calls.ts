import { callToasts, ChatId, endVoiceCall, getChat, startVideoCall, startVoiceCall } from '@chat-app/contract';
import type { CallKind, InputOf } from '@chat-app/contract';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';

interface CallStart extends InputOf<typeof startVoiceCall> {
  readonly kind: CallKind;
}

/**
 * Rings the other members, or joins the running call. `isWanted` is asked when the call has begun: if the user has
 * decided against it meanwhile, it ends at once, also if the component is gone.
 */
export function useStartCall(isWanted: () => boolean = () => true) {
  return useMutation({
    mutationFn: ({ kind, ...input }: CallStart) =>
      callEndpoint(kind === 'video' ? startVideoCall : startVoiceCall, input),
    onSuccess: async (_started, { chatId }) => (isWanted() ? undefined : hangUp(chatId).catch(() => undefined)),
    // If the person is in another call, a dialog asks instead of a toast.
    meta: { toast: { failure: (error: ApiError) => (otherCallOf(error) === null ? callToasts.startFailed : null) } },
  });
}

/** The chat of the call that the person is already in, if this is why the new call was rejected. */
export function otherCallOf(error: unknown): ChatId | null {
  const isElsewhere = error instanceof ApiError && error.code === 'in_other_call';
  return isElsewhere ? (ChatId.safeParse(error.extra['chatId']).data ?? null) : null;
}

/** Declines a call. */
export function useRejectCall() {
  return useMutation({
    mutationFn: (chatId: ChatId) => callEndpoint(endVoiceCall, { chatId }),
    meta: { toast: { failure: callToasts.endFailed } },
  });
}

export const hangUp = (chatId: ChatId) => callEndpoint(endVoiceCall, { chatId });

export async function isCallGoingOn(chatId: ChatId): Promise<boolean> {
  return (await callEndpoint(getChat, { chatId })).data.calling !== null;
}
