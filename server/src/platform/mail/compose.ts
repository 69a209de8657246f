import type { SendMailOptions } from 'nodemailer';
import { MailRefusedError, type Mail } from './mailer.ts';

/** A sender as it appears in the From header. */
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

/**
 * The options for nodemailer: addresses as objects and one-line headers, so that no field can inject another header.
 */
export function composeMessage(mail: Mail, from: Sender): SendMailOptions {
  if (!isAddress(mail.to)) throw new MailRefusedError('The recipient is not a mail address');
  return {
    from,
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    // Prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The part after the @: the only part of a recipient that may be logged. */
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
