import { withMentionNames } from '@chat-app/contract';
import type { ChatId, Quote } from '@chat-app/contract';
import { ImageIcon, Pencil, Reply, ThumbsUp } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useMe } from '../../api/me.ts';
import { besideQuery } from '../../browser/screen.ts';
import { useShortcut } from '../../browser/use-shortcut.ts';
import { followComposerFocus } from '../../state/composer-focus.ts';
import { setInfoPanelOpen, setSidebarOpen } from '../../state/panels.ts';
import { endReply } from '../../state/replies.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { quoteText } from '../../format/quote-text.ts';
import { AttachMenu } from './attach-menu.tsx';
import type { DirectTransfer } from './attach-menu.tsx';
import { AttachmentChips } from './attachment-chips.tsx';
import { ComposerNotice } from './composer-notice.tsx';
import { CoveredWhileRecording } from './covered-while-recording.tsx';
import { EmojiButton } from './emoji-button.tsx';
import { FilePickerButton } from './file-picker-button.tsx';
import { FormatToolbar } from './format-toolbar.tsx';
import { LengthCounter } from './length-counter.tsx';
import { MentionList } from './mention-list.tsx';
import { MessageField, useCaretAtEnd } from './message-field.tsx';
import { SendButtons } from './send-buttons.tsx';
import { useAttach } from './use-attach.ts';
import { useComposer } from './use-composer.ts';
import { useEdit, useEditLast } from './use-edit.ts';
import { useMentionSuggestions } from './use-mentions.ts';

interface ComposerProps {
  chatId: ChatId;
  /** A direct transfer from browser to browser; null where there is no single receiver. */
  direct?: DirectTransfer | null;
}

/** The form for writing a message. */
export function Composer({ chatId, direct = null }: ComposerProps) {
  const draft = useComposer(chatId);
  const edit = useEdit(chatId);
  const { text, setText, options, length, isTooLong, canSend, send } = edit ?? draft;
  const editLast = useEditLast(chatId);
  const attach = useAttach(chatId);
  const field = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const mentioning = useMentionSuggestions({ fieldRef: field, text, options });
  const focusField = () => field.current?.focus();
  useCaretAtEnd(field, edit?.message._id ?? draft.replyTo?._id ?? null);
  const pick: AttachButtonsProps['onPick'] = (files, kind) => {
    attach(files, kind);
    focusField();
  };
  useEffect(() => followComposerFocus(() => field.current?.focus()), []);
  useShortcut('writeMessage', () => {
    setSidebarOpen(false);
    if (!matchMedia(besideQuery).matches) setInfoPanelOpen(false);
    // The panels over the field must be closed before the field can take the focus.
    requestAnimationFrame(focusField);
  });

  return (
    <form
      aria-label="Write a message"
      onSubmit={(event) => event.preventDefault()}
      className="mx-auto w-full max-w-(--column) px-2 pb-[max(8px,env(safe-area-inset-bottom))] roomy:px-6 roomy:pb-5"
    >
      <div className="relative rounded-bubble border border-field-line/50 bg-surface shadow-low transition-colors focus-within:border-accent">
        <FormatToolbar fieldRef={field} />
        <MentionList {...mentioning.list} />
        <Purpose chatId={chatId} edit={edit} replyTo={draft.replyTo} onCancelled={focusField} />
        {!edit && <AttachmentChips chatId={chatId} attachments={draft.attachments} onRemoved={focusField} />}
        <div className="relative flex items-end p-1">
          <CoveredWhileRecording chatId={chatId}>
            {!edit && <AttachButtons direct={direct} onPick={pick} />}
            <MessageField
              fieldRef={field}
              value={text}
              isInvalid={isTooLong}
              describedBy={counterId}
              onChange={setText}
              onSend={send}
              onEscape={edit?.cancel ?? draft.cancelReply}
              onArrowUp={editLast}
              onPasteFiles={(files) => attach(files, 'image')}
              mentions={mentioning.field}
            />
            <EmojiButton fieldRef={field} />
            {!edit && (
              <IconButton
                label="Send thumbs up"
                icon={<ThumbsUp aria-hidden="true" />}
                tone="accent"
                onClick={draft.sendThumbsUp}
                className="max-roomy:hidden"
              />
            )}
          </CoveredWhileRecording>
          <SendButtons
            chatId={chatId}
            isEditing={edit !== null}
            canSend={canSend}
            describedBy={counterId}
            onSend={send}
            focusField={focusField}
          />
        </div>
      </div>
      <LengthCounter id={counterId} length={length} />
    </form>
  );
}

interface PurposeProps extends Pick<ComposerProps, 'chatId'> {
  edit: ReturnType<typeof useEdit>;
  replyTo: Quote | null;
  onCancelled: () => void;
}

/** What the text in the field will be, unless it is an ordinary message. */
function Purpose({ chatId, edit, replyTo, onCancelled }: PurposeProps) {
  const me = useMe();
  const cancel = () => {
    if (edit) edit.cancel();
    else endReply(chatId);
    onCancelled();
  };
  if (edit) {
    const { content, mentions } = edit.message;
    return (
      <ComposerNotice
        Icon={Pencil}
        title="Edit message"
        text={withMentionNames(content, mentions)}
        cancelLabel="Cancel editing"
        onCancel={cancel}
      />
    );
  }
  if (!replyTo) return null;
  const name = replyTo.sender?._id === me.id ? 'yourself' : (replyTo.sender?.name ?? '');
  return (
    <ComposerNotice
      Icon={Reply}
      title={`Reply to ${name}`}
      text={quoteText(replyTo)}
      cancelLabel="Cancel reply"
      onCancel={cancel}
    />
  );
}

interface AttachButtonsProps extends Pick<ComposerProps, 'direct'> {
  onPick: ReturnType<typeof useAttach>;
}

function AttachButtons({ direct = null, onPick }: AttachButtonsProps) {
  return (
    <>
      <FilePickerButton
        label="Send images"
        icon={<ImageIcon aria-hidden="true" />}
        accept="image/*"
        onPick={(files) => onPick(files, 'image')}
      />
      <AttachMenu direct={direct} onPickFiles={(files) => onPick(files, 'file')} />
    </>
  );
}
