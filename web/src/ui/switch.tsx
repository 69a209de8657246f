import { Switch as Primitive } from 'radix-ui';
import { useId } from 'react';

interface SwitchProps {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 roomy:min-h-9">
      <div className="min-w-0 flex-1 text-13">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        )}
      </div>
      <Primitive.Root
        id={id}
        checked={isOn}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onCheckedChange={onChange}
        className="relative h-6 w-10 shrink-0 rounded-full bg-field-line transition-colors after:absolute after:-inset-2.5 data-[state=checked]:bg-accent-fill"
      >
        <Primitive.Thumb className="block size-5 translate-x-0.5 rounded-full bg-on-accent shadow-low transition-transform data-[state=checked]:translate-x-4.5" />
      </Primitive.Root>
    </div>
  );
}
