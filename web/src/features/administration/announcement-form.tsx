import { announcementMaxLength } from '@chat-app/contract';
import type { Announcement } from '@chat-app/contract';
import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useSetAnnouncement } from '../../api/host-settings.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { inputClasses } from '../../ui/text-field.tsx';
import { AnnouncementPreview } from './announcement-preview.tsx';

type Level = Announcement['level'];

const levels: readonly { value: Level; label: string; icon: ReactNode }[] = [
  { value: 'info', label: 'Information', icon: <Info aria-hidden="true" /> },
  { value: 'warning', label: 'Warning', icon: <TriangleAlert aria-hidden="true" /> },
];

const hourMs = 3_600_000;
const ends = [
  { value: '', label: 'Until it is removed' },
  { value: '1', label: 'For an hour' },
  { value: '24', label: 'For a day' },
  { value: '168', label: 'For a week' },
];

interface AnnouncementFormProps {
  isReplacing: boolean;
  renderText: (text: string) => ReactNode;
}

/** Keyed by the current announcement, so that it is empty after publishing. */
export function AnnouncementForm({ isReplacing, renderText }: AnnouncementFormProps) {
  const [text, setText] = useState('');
  const [level, setLevel] = useState<Level>('info');
  const [hours, setHours] = useState('');
  const publish = useSetAnnouncement();
  const shown = text.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (shown === '') return;
    publish.mutate({ text: shown, level, expiresAt: hours === '' ? null : timeIn(Number(hours)) });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={isReplacing ? 'New announcement' : 'Text'}
        hint={`${text.length} of ${announcementMaxLength} characters. Web addresses become links.`}
      >
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={announcementMaxLength}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className={classNames(inputClasses, 'resize-y py-2')}
          />
        )}
      </Field>
      <div className="flex flex-col gap-3 roomy:flex-row roomy:items-center">
        <div className="roomy:w-64">
          <SegmentedControl label="Level" isLabelHidden options={levels} value={level} onChange={setLevel} />
        </div>
        <SelectField label="Shown" options={ends} value={hours} onChange={setHours} className="roomy:w-48" />
      </div>
      {shown !== '' && (
        <div className="flex flex-col gap-1.5">
          <h3 className="text-13 font-medium">Preview</h3>
          <AnnouncementPreview level={level}>{renderText(shown)}</AnnouncementPreview>
        </div>
      )}
      <div className="flex justify-end">
        <Button type="submit" disabled={shown === ''} isBusy={publish.isPending}>
          {isReplacing ? 'Replace announcement' : 'Publish'}
        </Button>
      </div>
    </form>
  );
}

const timeIn = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
