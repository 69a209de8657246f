import { callToasts, endVoiceCall, getChat, startVoiceCall } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';

/** Rings at the others, or joins what is going on. */
export function useStartCall() {
  return useMutation({
    mutationFn: (chatId: ChatId) => callEndpoint(startVoiceCall, { chatId }),
    meta: { toast: { failure: callToasts.startFailed } },
  });
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
