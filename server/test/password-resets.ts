import { forgotPassword, resetPassword } from '@chat-app/contract';
import { tokenIn } from './people.ts';
import type { TestApp } from './test-app.ts';

/** Passwords that are reset with a link in a mail, in a browser without a session unless another is given. */
export function passwordResets(app: TestApp) {
  const reset = (token: string, newPassword: string, client = app.client()) =>
    client.call(resetPassword, { token, newPassword });

  async function resetToken({ email }: { email: string }): Promise<string> {
    await app.client().call(forgotPassword, { email });
    return tokenIn(await app.mailbox.mailTo(email, ({ subject }) => subject.startsWith('Reset')));
  }
  return { reset, resetToken };
}
