/** Shows the large picture of a call over other windows: the shared screen or the first participant. */
export async function showPictureInPicture(frame: HTMLElement | null): Promise<void> {
  if (document.pictureInPictureElement) {
    await document.exitPictureInPicture().catch(() => undefined);
    return;
  }
  // Not the user's own picture, which comes last and is mirrored.
  const video = frame?.querySelector('video');
  // A video without a picture yet is refused.
  await video?.requestPictureInPicture().catch(() => undefined);
}
