import { chatToasts, descriptionMaxLength, editChat, generatedAvatarPath, limits } from '@chat-app/contract';
import type { ChatDetail } from '@chat-app/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useEditChat } from '../../api/chats.ts';
import { usePictureUpload, viewPicture } from '../../api/picture-upload.ts';
import { showServerFieldErrors } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { AvatarPicker } from '../../ui/avatar-picker.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { inputClasses, TextField } from '../../ui/text-field.tsx';

const { name, description } = editChat.input.shape;
const chatForm = z.object({ name: name.unwrap(), description: description.unwrap() });

export function EditChatForm({ chat }: { chat: ChatDetail }) {
  const edit = useEditChat(chat._id);
  const avatarUpload = usePictureUpload(chatToasts.pictureFailed);
  // `values` follows changes by other users, as long as the field is not edited.
  const form = useForm({
    resolver: zodResolver(chatForm),
    values: { name: chat.name, description: chat.description ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting } = form.formState;
  const isUploading = avatarUpload.draft.phase === 'uploading';

  const save = form.handleSubmit(async (entered) => {
    const change = await avatarUpload.finish();
    if (change === null) return;
    const edited = {
      ...(entered.name !== chat.name && { name: entered.name }),
      ...(entered.description !== (chat.description ?? '') && { description: entered.description }),
      ...change,
    };
    if (Object.keys(edited).length === 0) return;
    await edit.mutateAsync(edited).then(
      () => {
        form.reset(entered);
        return avatarUpload.reset();
      },
      (error: unknown) => showServerFieldErrors(error, ['name', 'description'], form.setError),
    );
  });

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4 px-3 pt-2 pb-4">
      <AvatarPicker
        label="Picture of the chat"
        name={chat.name}
        {...viewPicture(avatarUpload.draft, { savedUrl: chat.avatar, generatedUrl: generatedAvatarPath(chat._id) })}
        onPick={avatarUpload.pick}
        onRemove={avatarUpload.remove}
        onReset={avatarUpload.reset}
      />
      <TextField
        label="Chat name"
        autoComplete="off"
        maxLength={limits.inputMaxLength}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Field label="Description" error={errors.description?.message}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={descriptionMaxLength}
            className={classNames(inputClasses, 'resize-none py-2')}
            {...form.register('description')}
          />
        )}
      </Field>
      <Button type="submit" isBusy={isSubmitting || isUploading} disabled={isUploading}>
        {isUploading ? 'Uploading' : 'Save'}
      </Button>
    </form>
  );
}
