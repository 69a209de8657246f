import * as contract from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import { waiterOf } from '../../platform/http/waiter.ts';
import { authRates } from './auth.rates.ts';
import type { SecondFactorSettings } from './second-factor-settings.service.ts';

interface SecondFactorRouteDeps {
  secondFactorSettings: SecondFactorSettings;
}

const passwordRate = { ...authRates.passwordChangesPerUser, of: 'wrong passwords per user' };
const codeRate = { ...authRates.wrongCodesPerUser, of: 'wrong codes per user' };

/** The settings of the second factor; its step of a login is served with the first one. */
export function serveSecondFactor(serve: Serve, { secondFactorSettings }: SecondFactorRouteDeps) {
  serve(contract.setUpTotp, { innerRates: [passwordRate] }, async (call) =>
    secondFactorSettings.setUp(call.caller, call.input.password, waiterOf(call)),
  );

  serve(contract.confirmTotp, { innerRates: [codeRate] }, async ({ caller, input }) =>
    secondFactorSettings.confirm(caller, input.code),
  );

  serve(contract.disableTotp, { innerRates: [passwordRate, codeRate] }, async (call) => {
    await secondFactorSettings.disable(call.caller, call.input, waiterOf(call));
    return {};
  });
}
