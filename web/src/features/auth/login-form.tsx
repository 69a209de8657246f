import { authForms, authToasts, limits } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { ticketOf, useLogin } from '../../api/login.ts';
import { showServerFieldErrors } from '../../lib/forms.ts';
import { loginCooldown, useSecondsLeft } from '../../state/cooldowns.ts';
import { showToast } from '../../state/toasts.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { EmailField } from './email-field.tsx';
import { GoogleButton } from './google-button.tsx';
import { LoginButton } from './login-button.tsx';
import { PasskeyEntry } from './passkey-entry.tsx';
import { TextLink } from './text-link.tsx';

interface LoginFormProps {
  /** The account has a second step. */
  onTicket: (ticket: string) => void;
}

export function LoginForm({ onTicket }: LoginFormProps) {
  const login = useLogin();
  const form = useForm({
    resolver: zodResolver(authForms.login),
    defaultValues: { email: '', password: '', isRemember: false },
  });
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control, name: 'email' });
  const getIsRemember = () => Boolean(form.getValues('isRemember'));
  const secondsLeft = useSecondsLeft(loginCooldown(typed));

  const submit = form.handleSubmit(
    (values) =>
      login.mutate(values, {
        onError: (error) => {
          const ticket = ticketOf(error);
          if (ticket !== null) onTicket(ticket);
          else showServerFieldErrors(error, ['email', 'password'], form.setError);
        },
      }),
    () => showToast(authToasts.formInvalid),
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <EmailField autoComplete="email webauthn" error={errors.email?.message} {...form.register('email')} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        maxLength={limits.resetPasswordMaxLength}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Remember me" {...form.register('isRemember')} />
        {secondsLeft === 0 && <TextLink to="/forgot-password">Forgot password?</TextLink>}
      </div>
      {/* After a login, the form stays until the main screen is loaded. */}
      <LoginButton isBusy={login.isPending || login.isSuccess} secondsLeft={secondsLeft} />
      <div aria-hidden="true" className="flex items-center gap-3 text-13 text-muted">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <PasskeyEntry getIsRemember={getIsRemember} />
      <GoogleButton getIsRemember={getIsRemember} onTicket={onTicket} />
    </form>
  );
}
