import { accountToasts, limits } from '@chat-app/contract';
import { useEffect, useRef, useState } from 'react';
import { useUploadAvatar } from '../../api/account.ts';
import { shrinkToSquare } from '../../lib/shrink-image.ts';
import { showToast } from '../../state/toasts.ts';

/** What will become of the picture when the dialog is saved. */
export type AvatarDraft =
  | { phase: 'unchanged' }
  | { phase: 'uploading'; previewUrl: string; share: number }
  | { phase: 'uploaded'; previewUrl: string; url: string }
  | { phase: 'removed' };

interface RunningUpload {
  abort: () => void;
  /** The address of the picture; null when the upload failed or was given up. */
  done: Promise<string | null>;
}

type UploadEnd = { outcome: 'uploaded'; url: string } | { outcome: 'failed' } | { outcome: 'timed-out' };

const timedOut = Symbol('timed out');

export function useAvatarUpload() {
  const upload = useUploadAvatar();
  const [draft, setDraft] = useState<AvatarDraft>({ phase: 'unchanged' });
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
      // The mutation has told the person already; here the picture only goes back to what it was.
      if (!signal.aborted) setDraft({ phase: 'unchanged' });
      return null;
    }
  };

  const replaceWith = (next: AvatarDraft) => {
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
      showToast(accountToasts.uploading);
      running.current = { abort: () => control.abort(), done: send(file, preview, control.signal) };
    },
    reset: () => replaceWith({ phase: 'unchanged' }),
    remove: () => replaceWith({ phase: 'removed' }),
    /** Waits for a running upload, but no longer than the product allows. */
    waitForEnd: async (): Promise<UploadEnd> => {
      const url = await Promise.race([running.current?.done ?? null, afterWaitCap()]);
      if (url === timedOut) return { outcome: 'timed-out' };
      return url === null ? { outcome: 'failed' } : { outcome: 'uploaded', url };
    },
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
