import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants;
  /** Small buttons are for rows and toasts. */
  size?: keyof typeof sizes;
  isBusy?: boolean;
  isFullWidth?: boolean;
}

const variants = {
  primary: 'bg-accent-fill text-on-accent hover:bg-accent-fill-hover',
  /** The main action of each row in a list. Filled buttons would be too loud there. */
  soft: 'bg-accent-soft text-accent enabled:hover:bg-accent-fill enabled:hover:text-on-accent',
  secondary: 'bg-surface text-text border border-line hover:bg-hover',
  quiet: 'text-muted hover:bg-hover hover:text-text',
  success: 'bg-success-fill text-on-accent hover:bg-success-fill-hover',
  danger: 'bg-danger-fill text-on-accent hover:bg-danger-fill-hover',
};

const sizes = {
  normal: 'px-4 roomy:min-h-10',
  small: 'px-3 roomy:min-h-8 roomy:text-13',
};

/** The classes of a button, for links that are as prominent as one. */
export function buttonClasses(variant: keyof typeof variants, size: keyof typeof sizes = 'normal'): string {
  return classNames(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-control text-14 font-medium transition-colors select-none',
    sizes[size],
    variants[variant],
  );
}

export function Button({
  variant = 'primary',
  size = 'normal',
  isBusy = false,
  isFullWidth = false,
  type = 'button',
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the default above is 'button'
      type={type}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={classNames(
        buttonClasses(variant, size),
        'disabled:cursor-not-allowed',
        !isBusy && 'disabled:opacity-55',
        isFullWidth && 'w-full',
        className,
      )}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}
