import { callToasts, ChatId, endVoiceCall, getChat, startVoiceCall } from '@chat-app/contract';
import type { InputOf } from '@chat-app/contract';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';

/** Rings at the others, or joins what is going on. */
export function useStartCall() {
  return useMutation({
    mutationFn: (input: InputOf<typeof startVoiceCall>) => callEndpoint(startVoiceCall, input),
    // A call elsewhere is asked about in a dialog.
    meta: { toast: { failure: (error: ApiError) => (otherCallOf(error) === null ? callToasts.startFailed : null) } },
  });
}

/** The chat whose call we are in, when that is why another one could not be started. */
export function otherCallOf(error: unknown): ChatId | null {
  const isElsewhere = error instanceof ApiError && error.code === 'in_other_call';
  return isElsewhere ? (ChatId.safeParse(error.extra['chatId']).data ?? null) : null;
}

/** Turns a call down. */
export function useRejectCall() {
  return useMutation({
    mutationFn: (chatId: ChatId) => callEndpoint(endVoiceCall, { chatId }),
    meta: { toast: { failure: callToasts.endFailed } },
  });
}

export const hangUp = (chatId: ChatId) => callEndpoint(endVoiceCall, { chatId });

export async function isCallGoingOn(chatId: ChatId): Promise<boolean> {
  return (await callEndpoint(getChat, { chatId })).data.calling === 'voice';
}
