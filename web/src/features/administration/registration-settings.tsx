import { EmailDomains } from '@chat-app/contract';
import type { HostSettings, RegistrationMode } from '@chat-app/contract';
import { Lock } from 'lucide-react';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { useUpdateHostSettings } from '../../api/host-settings.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { inputClasses } from '../../ui/text-field.tsx';

const modes: readonly { value: RegistrationMode; label: string; description: string }[] = [
  { value: 'open', label: 'Open', description: 'Everybody who can reach this server can create an account.' },
  { value: 'invite', label: 'By invitation', description: 'Creating an account takes an invitation link of somebody.' },
  { value: 'closed', label: 'Closed', description: 'Nobody can create an account.' },
];

/** Keyed by the stored settings, so that it shows what the server answered. */
export function RegistrationSettings({ settings }: { settings: HostSettings }) {
  const { registration, allowedEmailDomains: domains } = settings;
  const storedText = domains.value.join('\n');
  const [mode, setMode] = useState(registration.value);
  const [text, setText] = useState(storedText);
  const [error, setError] = useState<string>();
  const update = useUpdateHostSettings();
  const fixedId = useId();
  const isChanged = mode !== registration.value || text !== storedText;

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = EmailDomains.safeParse(text.split(/[\s,;]+/).filter(Boolean));
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    // Only what was changed here: another administrator may have changed the other setting meanwhile.
    return update.mutate({
      ...(mode !== registration.value && { registration: mode }),
      ...(parsed.data.join('\n') !== storedText && { allowedEmailDomains: parsed.data }),
    });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <h2 className="text-15 font-semibold">Registration</h2>
      <div>
        <RadioCards
          label="Who can create an account"
          options={modes}
          value={mode}
          onChange={setMode}
          isDisabled={registration.isFixed}
          describedBy={registration.isFixed ? fixedId : undefined}
        />
        {registration.isFixed && <FixedNote id={fixedId} variable="REGISTRATION" />}
      </div>
      <div>
        <Field
          label="Allowed email domains"
          error={error}
          hint="One in each line, such as example.org. Only addresses of these domains can sign up. Leave it empty to allow all."
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={text}
              readOnly={domains.isFixed}
              spellCheck={false}
              autoCapitalize="none"
              onChange={({ target }) => {
                setText(target.value);
                setError(undefined);
              }}
              className={classNames(inputClasses, 'resize-y py-2')}
            />
          )}
        </Field>
        {domains.isFixed && <FixedNote variable="ALLOWED_EMAIL_DOMAINS" />}
      </div>
      {!(registration.isFixed && domains.isFixed) && (
        <div className="flex justify-end">
          <Button type="submit" disabled={!isChanged} isBusy={update.isPending}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
}

function FixedNote({ id, variable }: { id?: string; variable: string }) {
  return (
    <p id={id} className="mt-2 flex gap-2 text-13 text-muted">
      <Lock aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span>
        Fixed by <code className="rounded-[4px] bg-hover px-1 font-medium text-text">{variable}</code> in the
        environment of the server, and only changed there.
      </span>
    </p>
  );
}
