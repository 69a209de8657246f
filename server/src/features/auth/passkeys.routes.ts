import * as contract from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import { waiterOf } from '../../platform/http/waiter.ts';
import { authRates } from './auth.rates.ts';
import type { Passkeys } from './passkeys.service.ts';
import { deviceOf } from './session-origin.ts';

const passwordRate = { ...authRates.passwordChangesPerUser, of: 'wrong passwords per user' };

/** The passkeys of a signed-in user; signing in with one is served with the other ways. */
export function servePasskeys(serve: Serve, { passkeys }: { passkeys: Passkeys }) {
  serve(contract.getPasskeyOptions, { rate: authRates.passkeysPerUser, innerRates: [passwordRate] }, (call) =>
    passkeys.optionsToAdd(call.caller, call.input.password, waiterOf(call)),
  );

  serve(contract.addPasskey, { rate: authRates.passkeysPerUser }, async ({ caller, input, request }) => ({
    passkey: await passkeys.add(caller, input, deviceOf(request.headers['user-agent'] ?? '')),
  }));

  serve(contract.getPasskeys, {}, async ({ caller }) => ({ data: await passkeys.list(caller) }));

  serve(contract.removePasskey, { rate: authRates.passkeysPerUser }, async ({ caller, input }) => {
    await passkeys.remove(caller, input.id);
    return {};
  });
}
