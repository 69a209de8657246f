import * as contract from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import { waiterOf } from '../../platform/http/waiter.ts';
import { authRates } from './auth.rates.ts';
import type { EmailChange } from './email-change.service.ts';

interface EmailChangeRouteDeps {
  emailChange: EmailChange;
}

const requestRates = [
  { ...authRates.passwordChangesPerUser, of: 'wrong passwords per user' },
  { ...authRates.verificationMailsPerUser, of: 'mails per user' },
  { ...authRates.registrationsPerNetwork, of: 'changes and registrations per network' },
];

export function serveEmailChange(serve: Serve, { emailChange }: EmailChangeRouteDeps) {
  serve(contract.changeEmail, { innerRates: requestRates }, async (call) => {
    await emailChange.request(call.caller.userId, call.input, waiterOf(call));
    return {};
  });

  serve(contract.confirmEmailChange, { rate: authRates.verificationsPerNetwork }, async ({ input }) => {
    await emailChange.confirm(input.token);
    return {};
  });

  serve(contract.undoEmailChange, { rate: authRates.resetsPerNetwork }, (call) =>
    emailChange.undo(call.input.token, waiterOf(call)),
  );
}
