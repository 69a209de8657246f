// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { signedIn } from '../../../test/stand-in-server.ts';
import { readChoices } from '../../state/notices.ts';

test('[NTF-4] the sound is on until it is turned off in the account dialog, and stays off', async () => {
  const { person } = openApp('/', signedIn);
  await person.click(await screen.findByRole('button', { name: 'Menu' }));
  await person.click(screen.getByRole('menuitem', { name: 'Account Settings' }));
  const sound = await screen.findByRole('switch', { name: 'Sound' });
  expect(sound.getAttribute('aria-checked')).toBe('true');
  await person.click(sound);
  expect(sound.getAttribute('aria-checked')).toBe('false');
  expect(readChoices().hasSound).toBe(false);
});
