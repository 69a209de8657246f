import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { CallEvent, CallState } from '../session/call-events.ts';
import { newCall, step } from '../session/call-machine.ts';
import { newView } from '../session/call-session.ts';
import { usePushToTalk } from './use-push-to-talk.ts';

function openWindow({ isMuted = true } = {}) {
  let call: CallState = newCall(asId('me'));
  const talks: string[] = [];
  const session = {
    getView: () => ({ ...newView(asId('me')), call }),
    dispatch: (event: CallEvent) => {
      call = step(call, event).state;
      if (call.phase !== 'ended') talks.push(call.talk);
    },
  };
  if (isMuted) session.dispatch({ type: 'mute-toggled' });
  function Window() {
    usePushToTalk(session);
    return (
      <>
        <input type="range" aria-label="slider" />
        <input type="text" aria-label="field" />
        <button type="button">button</button>
        <select aria-label="list">
          <option>one</option>
        </select>
      </>
    );
  }
  render(<Window />);
  return { talks, person: userEvent.setup() };
}

test.each([
  ['slider', true],
  ['combobox', true],
  ['textbox', false],
  ['button', false],
])('[CALL-24] whether Space unmutes while a %s has the focus: %s', async (role, isTalking) => {
  const { talks, person } = openWindow();
  screen.getByRole(role).focus();
  await person.keyboard('[Space>]');
  await person.keyboard('[/Space]');
  expect([talks.includes('push-to-talk'), talks.at(-1)]).toEqual([isTalking, 'muted']);
});

test('[CALL-24] while the user is not muted, Space opens a focused select', async () => {
  const { person } = openWindow({ isMuted: false });
  const presses: boolean[] = [];
  window.addEventListener('keydown', ({ defaultPrevented }) => presses.push(defaultPrevented));
  screen.getByRole('combobox').focus();
  await person.keyboard('[Space]');
  expect(presses).toEqual([false]);
});
