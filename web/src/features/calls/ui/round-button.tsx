import { useId } from 'react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

interface RoundButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  label: string;
  /** The text under the button. */
  caption: string;
  icon: ReactNode;
  isPressed?: boolean;
  /** Looks pressed. The label changes with it, so screen readers do not announce it twice. */
  isOn?: boolean;
  isDanger?: boolean;
  /** Why the button does nothing at the moment. It can still be focused, so that the reason is read out. */
  reason?: string | null;
}

/** A button in the row of controls at the bottom of a call. */
export function RoundButton({
  label,
  caption,
  icon,
  reason,
  isPressed,
  isOn,
  isDanger = false,
  ...rest
}: RoundButtonProps) {
  const { onClick, children } = rest;
  const looksPressed = isOn ?? isPressed;
  const reasonId = useId();
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // After a mouse click the button would keep the focus, and Space would press it instead of push-to-talk.
    if (event.detail > 0) event.currentTarget.blur();
    if (!reason) onClick?.(event);
  }
  return (
    <span className="flex w-16 min-w-0 flex-col items-center gap-1.5 call-narrow:w-12">
      <button
        {...rest}
        type="button"
        aria-label={label}
        title={reason ?? label}
        aria-describedby={reason ? reasonId : undefined}
        aria-disabled={reason ? true : undefined}
        aria-pressed={isPressed}
        onClick={handleClick}
        className={classNames(
          'relative inline-flex size-16 items-center justify-center overflow-hidden rounded-full [&_svg]:relative [&_svg]:size-6',
          'call-narrow:size-12 call-low:size-11 call-narrow:[&_svg]:size-5 call-low:[&_svg]:size-5',
          'transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
          isDanger && 'bg-danger-fill text-on-accent hover:bg-danger-fill-hover',
          !isDanger && looksPressed && 'bg-on-lightbox text-canvas',
          !isDanger && !looksPressed && 'bg-lightbox-control text-on-lightbox enabled:hover:bg-chosen',
        )}
      >
        {children}
        {icon}
      </button>
      {reason && (
        <span id={reasonId} className="sr-only">
          {reason}
        </span>
      )}
      <span aria-hidden="true" className="text-13 whitespace-nowrap text-muted call-narrow:text-[12px] call-low:hidden">
        {caption}
      </span>
    </span>
  );
}
