import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
}

/** A font size of 16 px below 720 px, because iOS zooms into fields with a smaller font. */
export const inputClasses = classNames(
  'min-h-11 w-full rounded-control px-3 text-[16px] roomy:min-h-10 roomy:text-14',
  'border border-field-line/60 bg-surface text-text transition-[border-color,box-shadow] placeholder:text-muted/80',
  'hover:border-field-line focus-visible:border-accent focus-visible:outline-offset-0',
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
  'read-only:border-line read-only:bg-hover read-only:text-muted',
);

export function TextField({ label, error, hint, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <input {...rest} {...control} className={classNames(inputClasses, className)} />}
    </Field>
  );
}
