import { accountToasts, confirmTotp, disableTotp, setUpTotp } from '@chat-app/contract';
import type { InputOf, Me } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { ApiError } from '../lib/api-error.ts';
import { callWithRetry } from './call-with-retry.ts';
import { recheckSession, sessionKey } from './session.ts';

/** A wrong password or code is shown at its field. */
const failure = ({ fields }: ApiError) => (Object.keys(fields).length > 0 ? null : accountToasts.twoStepFailed);

export function useSetUpTotp() {
  return useMutation({
    mutationFn: (input: InputOf<typeof setUpTotp>) => callWithRetry(setUpTotp, input),
    // The secret stays in this component only.
    gcTime: 0,
    meta: { toast: { failure } },
  });
}

export function useConfirmTotp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof confirmTotp>) => callEndpoint(confirmTotp, input),
    onSuccess: () => setTwoStep(client, true),
    // The answer may be lost after it was turned on.
    onError: (error) => void (error instanceof ApiError && error.status === 400 ? null : recheckSession(client)),
    gcTime: 0,
    meta: { toast: { success: accountToasts.twoStepOn, failure } },
  });
}

export function useDisableTotp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof disableTotp>) => callWithRetry(disableTotp, input),
    onSuccess: () => setTwoStep(client, false),
    meta: { toast: { success: accountToasts.twoStepOff, failure } },
  });
}

function setTwoStep(client: QueryClient, hasSecondFactor: boolean): void {
  client.setQueryData<Me | null>(sessionKey, (me) => me && { ...me, hasSecondFactor });
}
