import {
  authForms,
  authToasts,
  Email,
  emailDomainText,
  isAllowedEmail,
  limits,
  registerPasswordRules,
} from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useRegister } from '../../api/register.ts';
import { checkRules, showServerFieldErrors } from '../../lib/forms.ts';
import { showToast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { EmailField } from './email-field.tsx';

interface RegisterFormProps {
  /** The invitation with which somebody signs up. */
  invite: string | null;
  /** Addresses of other domains are refused; none: all are accepted. */
  allowedDomains: readonly string[];
}

export function RegisterForm({ invite, allowedDomains }: RegisterFormProps) {
  const navigate = useNavigate();
  const registration = useRegister({ onRegistered: () => void navigate('/', { replace: true }) });
  const form = useForm({
    resolver: zodResolver(formFor(allowedDomains)),
    defaultValues: { name: '', email: '', password: '', confirm: '' },
  });
  const { errors } = form.formState;
  const [firstDomain] = allowedDomains;
  const typed = useWatch({ control: form.control, name: 'password' });

  const submit = form.handleSubmit(
    ({ name, email, password }) =>
      registration.mutate(
        { name, email, password, ...(invite !== null && { invite }) },
        { onError: (error) => showServerFieldErrors(error, ['name', 'email', 'password'], form.setError) },
      ),
    () => showToast(authToasts.formInvalid),
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label="Name"
        autoComplete="name"
        maxLength={limits.nameMaxLength}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <EmailField
        error={errors.email?.message}
        {...(firstDomain !== undefined && {
          hint: emailDomainText(allowedDomains),
          placeholder: `you@${firstDomain}`,
        })}
        {...form.register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        maxLength={limits.registerPasswordMaxLength}
        rules={checkRules(registerPasswordRules, typed)}
        error={errors.password?.message}
        {...form.register('password', { deps: 'confirm' })}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        maxLength={limits.registerPasswordMaxLength}
        error={errors.confirm?.message}
        {...form.register('confirm')}
      />
      <Button type="submit" isFullWidth isBusy={registration.isPending} className="mt-1">
        Sign up
      </Button>
    </form>
  );
}

const formFor = (allowedDomains: readonly string[]) =>
  authForms.register.refine(({ email }) => isAllowedEmail(email, allowedDomains), {
    error: emailDomainText(allowedDomains),
    path: ['email'],
    // Checked together with the other fields, not only once they are all valid.
    when: ({ value }) => Email.safeParse((value as { email?: unknown } | undefined)?.email).success,
  });
