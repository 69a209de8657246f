import { accountToasts, generatedAvatarPath, limits, updateProfile } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useUpdateProfile } from '../../api/account.ts';
import { useMe } from '../../api/me.ts';
import { usePictureUpload, viewPicture } from '../../api/picture-upload.ts';
import { showServerFieldErrors } from '../../lib/forms.ts';
import { chooseTheme, useTheme } from '../../state/theme.ts';
import { showToast } from '../../state/toasts.ts';
import { AvatarPicker } from '../../ui/avatar-picker.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FormFooter } from './form-footer.tsx';
import { ShortcutsEntry } from './shortcuts-entry.tsx';

const profileForm = updateProfile.input.pick({ name: true });

interface InformationFormProps {
  onDone: () => void;
  onShowShortcuts: () => void;
}

export function InformationForm({ onDone, onShowShortcuts }: InformationFormProps) {
  const me = useMe();
  const profile = useUpdateProfile();
  const avatarUpload = usePictureUpload(accountToasts.uploadFailed);
  const form = useForm({ resolver: zodResolver(profileForm), defaultValues: { name: me.name } });
  const { errors, isSubmitting } = form.formState;
  const isUploading = avatarUpload.draft.phase === 'uploading';

  const save = async ({ name }: { name: string }) => {
    const change = await avatarUpload.finish();
    if (change === null) return;
    if (name === me.name && !('avatar' in change)) return onDone();
    await profile
      .mutateAsync({ name, ...change })
      .then(onDone)
      .catch((error: unknown) => showServerFieldErrors(error, ['name'], form.setError));
  };
  const submit = form.handleSubmit(save, () => {
    if (form.getValues('name').trim() === '') showToast(accountToasts.nameMissing);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex grow flex-col">
      <div className="flex grow flex-col gap-5 px-5 py-5 roomy:px-6">
        <AvatarPicker
          label="Your picture"
          name={me.name}
          {...viewPicture(avatarUpload.draft, { savedUrl: me.avatar, generatedUrl: generatedAvatarPath(me.id) })}
          onPick={avatarUpload.pick}
          onRemove={avatarUpload.remove}
          onReset={avatarUpload.reset}
        />
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={limits.nameMaxLength}
          error={errors.name?.message}
          {...form.register('name')}
          onKeyDown={(event) => {
            // Enter saves even while an upload disables the button; saving then waits for the upload.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (!isSubmitting) void submit();
          }}
        />
        <TextField label="Email" type="email" value={me.email} readOnly autoComplete="off" />
        <ThemePicker />
        <ShortcutsEntry onShow={onShowShortcuts} />
      </div>
      <FormFooter isBusy={isSubmitting} isUploading={isUploading} />
    </form>
  );
}

const themeOptions = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const;

function ThemePicker() {
  const choice = useTheme((state) => state.choice);
  return <SegmentedControl label="Theme" options={themeOptions} value={choice} onChange={chooseTheme} />;
}
