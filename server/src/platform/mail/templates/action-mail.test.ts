import { expect, test } from 'vitest';
import { renderActionMail, renderNoticeMail } from './action-mail.ts';

const url = `https://chat.example.org/verify-email?token=${'0123456789abcdef'.repeat(6)}&from=mail`;

const verification = {
  title: 'Chat App',
  greeting: 'Hello Ân,',
  paragraphs: [
    'Welcome to Chat App. Please confirm that this is your email address, and you can start chatting with your friends.',
  ],
  button: { label: 'Verify email address', url },
  footnote: 'The link works once and for 24 hours. If you did not sign up, you can ignore this mail.',
};

test('[MAIL-10] the plain version is readable and keeps the link on its own line', () => {
  expect(renderActionMail(verification).text).toBe(`Hello Ân,

Welcome to Chat App. Please confirm that this is your email address, and
you can start chatting with your friends.

Verify email address:
${url}

The link works once and for 24 hours. If you did not sign up, you can
ignore this mail.

-- 
Chat App
`);
});

test('[MAIL-10] the HTML version has one button and the same address to copy', () => {
  const { html } = renderActionMail(verification);
  const address = url.replace('&', '&amp;');
  expect(html.match(/href="[^"]*"/g)).toEqual([`href="${address}"`, `href="${address}"`]);
  expect(html).toContain('Verify email address');
  expect(html).not.toMatch(/<script|<img|<link/);
});

test('[MAIL-10] [MAIL-11] a notification has no button and no link, and a name adds no lines to it', () => {
  const notice = { title: 'Chat App', greeting: 'Hello An,', paragraphs: ['Your password was changed.'] };
  const { html, text } = renderNoticeMail(notice);
  expect(html).not.toContain('href');
  expect(text).toBe('Hello An,\n\nYour password was changed.\n\n-- \nChat App\n');
  const hostile = renderNoticeMail({ ...notice, greeting: 'Hello\n\nhttp://evil.example' });
  expect(hostile.text.split('\n')[0]).toBe('Hello http://evil.example');
});

test('[MAIL-11] a name or a title cannot inject markup into a mail', () => {
  const hostile = `<img src=x onerror="alert('1')">&`;
  const texts = { title: hostile, greeting: hostile, paragraphs: [hostile], footnote: hostile };
  const { html } = renderActionMail({ ...texts, button: { label: hostile, url } });
  expect(html).not.toContain('<img');
  expect(html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt;&amp;/g)?.length).toBeGreaterThan(5);
});

test('[MAIL-11] a button leads to a web page only', () => {
  for (const wrong of [
    'javascript:alert(1)',
    'https://chat.example.org/ "onclick="x',
    '/verify-email',
    'data:text/html,x',
  ])
    expect(() => renderActionMail({ ...verification, button: { label: 'Open', url: wrong } })).toThrow('http');
});
