import { limits, newPasswordRules, updatePassword } from '@chat-app/contract';
import { useForm, useWatch } from 'react-hook-form';
import { useUpdatePassword } from '../../api/account.ts';
import { useMe } from '../../api/me.ts';
import { checkRules, showServerFieldErrors } from '../../lib/forms.ts';
import { showToast } from '../../state/toasts.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { FormFooter } from './form-footer.tsx';
import { findPasswordProblem } from './password-rules.ts';
import type { PasswordChange } from './password-rules.ts';

interface SecurityFormProps {
  onDone: () => void;
}

const fields = ['oldPassword', 'newPassword', 'confirm'] as const;

export function SecurityForm({ onDone }: SecurityFormProps) {
  const { email } = useMe();
  const change = useUpdatePassword();
  const form = useForm<PasswordChange>({ defaultValues: { oldPassword: '', newPassword: '', confirm: '' } });
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control, name: 'newPassword' });

  const save = (values: PasswordChange) => {
    const problem = findPasswordProblem(values);
    if (problem) showToast(problem.toast);
    const fieldErrors = problem?.errors ?? weaknessOf(values);
    if (fieldErrors)
      return fields.forEach((field) => fieldErrors[field] && form.setError(field, { message: fieldErrors[field] }));

    const { oldPassword, newPassword } = values;
    return change.mutate(
      { oldPassword, newPassword },
      { onSuccess: onDone, onError: (error) => showServerFieldErrors(error, fields, form.setError) },
    );
  };

  return (
    <form
      noValidate
      className="flex grow flex-col"
      onSubmit={(event) => {
        // An error set by the previous attempt would block the next submit.
        form.clearErrors();
        void form.handleSubmit(save)(event);
      }}
    >
      <div className="flex grow flex-col gap-5 px-5 py-5 roomy:px-6">
        {/* Gives password managers the user name for this password. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <CurrentPasswordField error={errors.oldPassword?.message} {...form.register('oldPassword')} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          maxLength={limits.resetPasswordMaxLength}
          rules={checkRules(newPasswordRules, typed)}
          error={errors.newPassword?.message}
          {...form.register('newPassword')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          maxLength={limits.resetPasswordMaxLength}
          error={errors.confirm?.message}
          {...form.register('confirm')}
        />
        <p className="text-13 text-muted">Changing your password signs you out on every other device.</p>
      </div>
      <FormFooter isBusy={change.isPending} />
    </form>
  );
}

function weaknessOf({ newPassword }: PasswordChange): Partial<Record<keyof PasswordChange, string>> | null {
  const checked = updatePassword.input.shape.newPassword.safeParse(newPassword);
  return checked.success ? null : { newPassword: checked.error.issues[0]?.message ?? '' };
}
