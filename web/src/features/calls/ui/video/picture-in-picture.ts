import { useEffect } from 'react';
import type { CallView } from '../../session/call-session.ts';
import { mainPictureOf } from './main-picture.ts';
import { useLastSpeaker } from './use-last-speaker.ts';

/** What the window over other windows shows. Null while there is no picture of the others. */
let mainStream: MediaStream | null = null;
/** The browser's own menu can open the window for a tile, which must keep its stream. */
let shown: HTMLVideoElement | null = null;

/** Shows the main picture of the call over other windows, or closes that window. */
export async function togglePictureInPicture(): Promise<void> {
  if (document.pictureInPictureElement) return close();
  if (!mainStream) return undefined;
  // The videos of the tiles are removed when the layout changes or a camera is turned off, and would leave an empty window.
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, ariaHidden: 'true', className: 'sr-only' });
  const remove = () => {
    video.srcObject = null;
    video.remove();
  };
  video.addEventListener('leavepictureinpicture', remove);
  video.srcObject = mainStream;
  document.body.append(video);
  try {
    await video.play();
    await video.requestPictureInPicture();
    shown = video;
  } catch {
    // A video without a picture yet is refused.
    remove();
  }
  return follow(mainStream);
}

/** Keeps picture-in-picture on the main picture of the call, and closes it when there is none. */
export function usePictureInPicture(view: CallView): void {
  const speakerId = useLastSpeaker(view.speakingIds);
  const stream = mainPictureOf(view, speakerId)?.stream ?? null;
  useEffect(() => follow(stream), [stream]);
  useEffect(() => () => follow(null), []);
}

function follow(stream: MediaStream | null): void {
  mainStream = stream;
  if (!shown || shown !== document.pictureInPictureElement) return undefined;
  if (!stream) return void close();
  if (shown.srcObject === stream) return undefined;
  shown.srcObject = stream;
  return void shown.play().catch(() => undefined);
}

const close = () => document.exitPictureInPicture().catch(() => undefined);
