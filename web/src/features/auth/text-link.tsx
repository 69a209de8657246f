import { Link } from 'react-router';
import type { LinkProps } from 'react-router';
import { classNames } from '../../ui/class-names.ts';

export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={classNames(
        'inline-flex min-h-11 items-center rounded-[3px] font-medium text-accent underline-offset-3 hover:underline roomy:min-h-0',
        className,
      )}
    />
  );
}
