import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> {
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-text roomy:size-9 [&_svg]:size-4.5',
        'disabled:cursor-not-allowed disabled:opacity-55',
        className,
      )}
    >
      {icon}
    </button>
  );
}
