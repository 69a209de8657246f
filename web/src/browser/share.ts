/** The browser's own way of sharing: the share sheet of a phone. Missing in some browsers, and on plain HTTP. */
const share = () => (navigator as Partial<Navigator>).share;

export const canShare = () => share() !== undefined;

/** If the person changes their mind, nothing happens. */
export async function shareLink(link: { url: string; text: string }): Promise<void> {
  await share()
    ?.call(navigator, link)
    .catch(() => {});
}
