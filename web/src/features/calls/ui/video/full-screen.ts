/** Browsers leave the full screen on Escape too. A refusal, such as without a click, changes nothing. */
export async function toggleFullScreen(element: Element | null): Promise<void> {
  const change = document.fullscreenElement ? document.exitFullscreen() : element?.requestFullscreen();
  await change?.catch(() => undefined);
}
