import { callScreens } from './call-screens.ts';
import { consoleScreens } from './console-screens.ts';
import { invitationScreens } from './invitation-screens.ts';
import { transientScreens } from './transient-screens.ts';
import { screens as stableScreens } from './screens.ts';
import type { Screen } from './screens.ts';
import type { DemoBrowser } from './demo-browser.ts';

const screens: readonly Screen[] = [
  ...stableScreens,
  ...invitationScreens,
  ...transientScreens,
  ...consoleScreens,
  ...callScreens,
];
const sizes = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 1024, height: 768 } },
  { viewport: { width: 760, height: 900 } },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
];

/** Takes screenshots of every screen and dialog in four sizes and both themes, for visual review. */
export async function takeAllScreens(demo: DemoBrowser, names: readonly string[]): Promise<void> {
  const looks = sizes.flatMap((size) => (['light', 'dark'] as const).map((colorScheme) => ({ ...size, colorScheme })));
  const unknown = names.find((name) => !screens.some((screen) => screen.name === name));
  if (unknown !== undefined) throw new Error(`There is no screen ${unknown}`);
  const asked = screens.filter(({ name }) => names.length === 0 || names.includes(name));
  const looksOf = ({ isAlwaysDark }: Screen) =>
    isAlwaysDark ? looks.filter(({ colorScheme }) => colorScheme === 'dark') : looks;
  for (const { screen, look } of asked.flatMap((one) => looksOf(one).map((each) => ({ screen: one, look: each })))) {
    const shot = `${screen.name}-${look.viewport.width}-${look.colorScheme}`;
    try {
      const [page] = await screen.show(demo, look);
      if (page) await demo.screenshot(page, shot);
    } catch (error) {
      process.stderr.write(`${shot} could not be shown: ${String(error)}\n`);
      process.exitCode = 1;
    }
    await demo.closeWindows();
  }
}
