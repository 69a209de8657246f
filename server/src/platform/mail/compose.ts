import type { SendMailOptions } from 'nodemailer';
import { MailRefusedError, type Mail } from './mailer.ts';

/** A sender as it stands in the From header. */
export interface Sender {
  name: string;
  address: string;
}

/** Reads 'Name <address>' or a bare address; throws when it is neither. */
export function parseSender(from: string): Sender {
  const named = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/.exec(from.trim())?.groups;
  const address = (named?.['address'] ?? from).trim();
  if (!isAddress(address)) throw new Error('The sender of mails must be an address such as "Chat <chat@example.org>"');
  return { name: oneLine(named?.['name'] ?? '').replace(/^"(.*)"$/, '$1'), address };
}

/** What nodemailer sends: addresses as objects and one-line headers, so no field can start another header. */
export function composeMessage(mail: Mail, from: Sender): SendMailOptions {
  if (!isAddress(mail.to)) throw new MailRefusedError('The recipient is not a mail address');
  return {
    from,
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    // Keeps out-of-office robots from answering.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The part after the @: all that a log may say about a recipient. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return isAddress(address) ? domain.toLowerCase() : 'unknown';
}

/** Exactly one address: no list, no display name, no quoting, no control characters. */
function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s<>(),;:\\"@[\]\p{Cc}]+@([^\s<>(),;:\\"@[\]\p{Cc}]+|\[[\w.:]+\])$/u.test(text);
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
