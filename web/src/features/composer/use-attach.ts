import type { ChatId } from '@chat-app/contract';
import { limits, tooLargeToast } from '@chat-app/contract';
import { useOutbox } from '../../outbox/outbox.ts';
import { useServerConfig } from '../../api/server-config.ts';
import { isSendableImage } from '../../browser/image-file.ts';
import { showToast } from '../../state/toasts.ts';

/** Attaches images as such if the server supports their type. Files from the file picker stay files. */
export function useAttach(chatId: ChatId) {
  const outbox = useOutbox();
  const { data: config } = useServerConfig();
  const maxImageBytes = config?.limits.maxImageBytes ?? limits.imageMaxBytes;
  const maxFileBytes = config?.limits.maxUploadBytes ?? Number.POSITIVE_INFINITY;

  return (files: readonly File[], kind: 'image' | 'file') => {
    for (const file of files) {
      const type = kind === 'image' && isSendableImage(file) ? 'image' : 'file';
      const maxBytes = type === 'image' ? maxImageBytes : maxFileBytes;
      if (file.size > maxBytes) showToast(tooLargeToast(type, file.name, maxBytes));
      else outbox.attachFile(chatId, file, type);
    }
  };
}
