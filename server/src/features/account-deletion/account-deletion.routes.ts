import { deleteAccount } from '@chat-app/contract';
import type { Cookies } from '../../platform/http/cookies.ts';
import type { Serve } from '../../platform/http/serve.ts';
import { waiterOf } from '../../platform/http/waiter.ts';
import type { AccountDeletion } from './account-deletion.service.ts';

/** Hundreds of chats are left one by one. */
const deadlineMs = 30_000;
const rate = { limit: 20, windowMs: 60 * 60_000 };

export function serveAccountDeletion(
  serve: Serve,
  { cookies, deletion }: { cookies: Cookies; deletion: AccountDeletion },
) {
  serve(deleteAccount, { rate, deadlineMs }, async (call) => {
    await deletion.delete(call.caller, call.input, waiterOf(call));
    cookies.clearSession(call.reply);
    call.reply.header('clear-site-data', '"cache"');
    return {};
  });
}
