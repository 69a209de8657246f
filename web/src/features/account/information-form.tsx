import { accountToasts, generatedAvatarPath, limits, updateProfile } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useUpdateProfile } from '../../api/account.ts';
import { useMe } from '../../api/me.ts';
import { showServerFieldErrors } from '../../lib/server-field-errors.ts';
import { showToast } from '../../state/toasts.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AvatarPicker } from './avatar-picker.tsx';
import { useAvatarUpload } from './avatar-upload.ts';
import { FormFooter } from './form-footer.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const profileForm = updateProfile.input.pick({ name: true });

interface InformationFormProps {
  onDone: () => void;
}

export function InformationForm({ onDone }: InformationFormProps) {
  const me = useMe();
  const profile = useUpdateProfile();
  const avatar = useAvatarUpload();
  const form = useForm({ resolver: zodResolver(profileForm), defaultValues: { name: me.name } });
  const { errors, isSubmitting } = form.formState;
  const isUploading = avatar.draft.phase === 'uploading';

  const save = async ({ name }: { name: string }) => {
    const picture = await readPicture(avatar);
    if (picture === null) return;
    if (name === me.name && !('avatar' in picture)) return onDone();
    await profile
      .mutateAsync({ name, ...picture })
      .then(onDone)
      .catch((error: unknown) => showServerFieldErrors(error, ['name'], form.setError));
  };
  const submit = form.handleSubmit(save, () => {
    if (form.getValues('name').trim() === '') showToast(accountToasts.nameMissing);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className="flex flex-col gap-5 px-5 py-5 roomy:px-6">
        <AvatarPicker
          draft={avatar.draft}
          name={me.name}
          savedUrl={me.avatar}
          generatedUrl={generatedAvatarPath(me.id)}
          onPick={avatar.pick}
          onRemove={avatar.remove}
          onReset={avatar.reset}
        />
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={limits.nameMaxLength}
          error={errors.name?.message}
          {...form.register('name')}
          onKeyDown={(event) => {
            // Enter saves even while the button is disabled by an upload: saving then waits for it.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (!isSubmitting) void submit();
          }}
        />
        <TextField label="Email" type="email" value={me.email} readOnly autoComplete="off" />
        <ThemeChoice />
      </div>
      <FormFooter isBusy={isSubmitting} isUploading={isUploading} />
    </form>
  );
}

/** The change of the picture, empty when there is none; null when the upload did not end in time or failed. */
async function readPicture(avatar: ReturnType<typeof useAvatarUpload>): Promise<{ avatar?: string | null } | null> {
  const { draft } = avatar;
  if (draft.phase === 'unchanged') return {};
  if (draft.phase === 'removed') return { avatar: null };
  if (draft.phase === 'uploaded') return { avatar: draft.url };

  const end = await avatar.waitForEnd();
  if (end.outcome === 'uploaded') return { avatar: end.url };
  if (end.outcome === 'timed-out') {
    avatar.reset();
    showToast(accountToasts.uploadFailed);
  }
  return null;
}
