import { expect, test } from 'vitest';
import { aMessage } from '../../../test/chats.ts';
import { layOutMessages } from './layout-messages.ts';

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString();

test('[UI-41] each day has its line above its first message', () => {
  const messages = [
    aMessage(1, 1, { createdAt: at(1, 9) }),
    aMessage(1, 2, { createdAt: at(1, 23) }),
    aMessage(1, 3, { createdAt: at(2, 1) }),
  ];
  const shown = layOutMessages(messages, new Date(2026, 2, 2, 12).getTime());
  expect(shown.map((item) => (item.kind === 'day' ? item.label : item.message.seq))).toEqual([
    'Yesterday',
    1,
    2,
    'Today',
    3,
  ]);
});
