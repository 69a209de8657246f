import { parseMessage } from '@chat-app/contract';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FormattedText } from './formatted-text.tsx';

const show = (content: string) => render(<FormattedText blocks={parseMessage(content)} />).container;

test('[MSG-460] [MSG-46] a text is shown with its styles and links, and never as HTML', () => {
  const page = show('**a** *b* ~~c~~ `d` <img src=x onerror=alert(1)> https://example.org');
  expect(page.querySelector('strong')?.textContent).toBe('a');
  expect(page.querySelector('em')?.textContent).toBe('b');
  expect(page.querySelector('s')?.textContent).toBe('c');
  expect(page.querySelector('code')?.textContent).toBe('d');
  expect(page.querySelector('img')).toBeNull();
  expect(page.textContent).toBe('a b c d <img src=x onerror=alert(1)> https://example.org');
  const { href, target, rel } = screen.getByRole<HTMLAnchorElement>('link', { name: 'https://example.org' });
  expect([href, target, rel]).toEqual(['https://example.org/', '_blank', 'noopener noreferrer']);
  const long = `https://example.org/${'(a)'.repeat(2_000)}`;
  show(`see ${long}.`);
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: long }).href).toBe(long);
});

test('[MSG-461] quotes, lists and code are blocks', () => {
  const page = show('> said\n\n3. three\n- dash\n```js\nlet a;\n```');
  expect(page.querySelector('blockquote')?.textContent).toBe('said');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['3.three', '•dash']);
  expect(page.querySelector('pre')?.textContent).toBe('let a;');
});

test.each([
  ['a click', (button: HTMLElement) => fireEvent.click(button)],
  ['Enter', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'Enter' })],
  ['Space', (button: HTMLElement) => fireEvent.keyDown(button, { key: ' ' })],
])('[MSG-465] a spoiler is shown by %s and keeps the focus', (_how, open) => {
  const page = show('it was ||the **butler**||');
  const button = screen.getByRole('button', { name: 'Show the spoiler' });
  expect(page.querySelector('.invisible')?.textContent).toBe('the butler');
  button.focus();
  open(button);
  expect(page.querySelector('.invisible')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement?.textContent).toBe('the butler');
});
