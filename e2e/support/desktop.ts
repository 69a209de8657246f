import type { Page } from '@playwright/test';

type Desktop = typeof window & { shown: (EventTarget & { text: string })[]; setHidden: (isHidden: boolean) => void };

/** Replaces desktop notifications by a record of them, and the visibility of the tab, in pages that are opened from then on. */
export async function replaceDesktop(page: Page, permission: NotificationPermission) {
  await page.addInitScript((initial) => {
    const shown: FakeNotification[] = [];
    class FakeNotification extends EventTarget {
      static permission = initial;
      static async requestPermission() {
        FakeNotification.permission = 'granted';
        return FakeNotification.permission;
      }
      text: string;
      constructor(title: string, { body }: { body: string }) {
        super();
        this.text = `${title}: ${body}`;
        shown.push(this);
      }
      close() {}
    }
    let isHidden = false;
    Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
    const setHidden = (hidden: boolean) => {
      isHidden = hidden;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    Object.assign(window, { Notification: FakeNotification, shown, setHidden });
  }, permission);
  return {
    setHidden: (isHidden: boolean) =>
      page.evaluate((hidden) => (window as unknown as Desktop).setHidden(hidden), isHidden),
    /** What was shown, as 'title: text'. */
    notifications: () => page.evaluate(() => (window as unknown as Desktop).shown.map(({ text }) => text)),
    clickFirst: () => page.evaluate(() => (window as unknown as Desktop).shown[0]?.dispatchEvent(new Event('click'))),
  };
}
