import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field } from './field.tsx';
import type { Rule } from './rule-list.tsx';
import { inputClasses } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  rules?: readonly Rule[];
}

export function PasswordField({ label, error, hint, rules, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} error={error} hint={hint} rules={rules}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${inputClasses} pr-11`}
          />
          <button
            type="button"
            aria-label={isShown ? 'Hide characters' : 'Show characters'}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-control text-muted transition-colors hover:text-text focus-visible:-outline-offset-2"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  );
}
