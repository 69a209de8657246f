import { accountToasts, limits, uploadImage } from '@chat-app/contract';
import type { ToastText } from '@chat-app/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { shrinkToSquare } from '../browser/shrink-image.ts';
import { uploadFile } from '../lib/upload-file.ts';
import { showToast, showToastDuring } from '../state/toasts.ts';

/** The pending change of the picture, applied when the form is saved. */
export type PictureDraft =
  | { phase: 'unchanged' }
  | { phase: 'uploading'; previewUrl: string; share: number }
  | { phase: 'uploaded'; previewUrl: string; url: string }
  | { phase: 'removed' };

interface RunningUpload {
  abort: () => void;
  /** The URL of the picture; null if the upload failed or was aborted. */
  done: Promise<string | null>;
}

interface ImageToUpload {
  file: Blob;
  fileName: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** The field to send with the form: absent for no change, null to remove the picture. */
export interface PictureChange {
  avatar?: string | null;
}

const timedOut = Symbol('timed out');

/** The picture of a person or a group, uploaded while the person fills in the rest of the form. */
export function usePictureUpload(failed: ToastText) {
  const upload = useUploadImage(failed);
  const [draft, setDraft] = useState<PictureDraft>({ phase: 'unchanged' });
  const running = useRef<RunningUpload | null>(null);
  const previewUrl = 'previewUrl' in draft ? draft.previewUrl : null;
  useRevoked(previewUrl);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File, preview: string, signal: AbortSignal) => {
    try {
      const { blob, fileName } = await shrinkToSquare(file, limits.avatarSizePx);
      const { url } = await upload.mutateAsync({
        file: blob,
        fileName,
        signal,
        onProgress: (share) => !signal.aborted && setDraft({ phase: 'uploading', previewUrl: preview, share }),
      });
      if (signal.aborted) return null;
      setDraft({ phase: 'uploaded', previewUrl: preview, url });
      return url;
    } catch {
      // The mutation has already shown a toast. Only reset the picture here.
      if (!signal.aborted) setDraft({ phase: 'unchanged' });
      return null;
    }
  };

  const replaceWith = (next: PictureDraft) => {
    running.current?.abort();
    running.current = null;
    setDraft(next);
  };

  return {
    draft,
    pick: (file: File) => {
      const preview = URL.createObjectURL(file);
      const control = new AbortController();
      replaceWith({ phase: 'uploading', previewUrl: preview, share: 0 });
      const done = showToastDuring(accountToasts.uploading, send(file, preview, control.signal));
      running.current = { abort: () => control.abort(), done };
    },
    reset: () => replaceWith({ phase: 'unchanged' }),
    remove: () => replaceWith({ phase: 'removed' }),
    /** Waits for a running upload, up to `imageUploadWaitMs`. Null if it failed; a toast was shown then. */
    finish: async (): Promise<PictureChange | null> => {
      if (draft.phase === 'unchanged') return {};
      if (draft.phase === 'removed') return { avatar: null };
      if (draft.phase === 'uploaded') return { avatar: draft.url };
      const url = await Promise.race([running.current?.done ?? null, afterWaitCap()]);
      if (url === timedOut) {
        replaceWith({ phase: 'unchanged' });
        showToast(failed);
      }
      return typeof url === 'string' ? { avatar: url } : null;
    },
  };
}

function useUploadImage(failed: ToastText) {
  return useMutation({
    mutationFn: (image: ImageToUpload) => uploadFile(uploadImage, {}, image),
    meta: { toast: { failure: failed } },
  });
}

/** The view state of the picker. */
export function viewPicture(
  draft: PictureDraft,
  { savedUrl, generatedUrl }: { savedUrl: string; generatedUrl: string },
) {
  const isSaved = draft.phase === 'unchanged';
  const keptUrl = isSaved ? savedUrl : generatedUrl;
  const canRemove = isSaved && savedUrl !== generatedUrl;
  return {
    shownUrl: 'previewUrl' in draft ? draft.previewUrl : keptUrl,
    share: draft.phase === 'uploading' ? draft.share : null,
    wayBack: isSaved ? canRemove && ('remove' as const) : ('undo' as const),
  };
}

function afterWaitCap(): Promise<typeof timedOut> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(timedOut), limits.imageUploadWaitMs);
  });
}

function useRevoked(objectUrl: string | null): void {
  useEffect(() => {
    if (objectUrl === null) return undefined;
    return () => URL.revokeObjectURL(objectUrl);
  }, [objectUrl]);
}
