import { limits } from '@chat-app/contract';
import { TextField } from '../../ui/text-field.tsx';
import type { TextFieldProps } from '../../ui/text-field.tsx';

/** The input for an account's email address. */
export function EmailField(field: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="you@example.com"
      maxLength={limits.emailMaxLength}
      {...field}
    />
  );
}
