import { join } from 'node:path';
import type { Config } from './config/config.ts';
import type { Logger } from './platform/logger.ts';
import { createOutboxMailer } from './platform/mail/outbox.ts';
import { createSmtpMailer } from './platform/mail/smtp.ts';

export const outboxDirOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'outbox');

/** Sends mails through the configured server, or writes them to a folder. */
export function openMailer(config: Pick<Config, 'dataDir' | 'mail'>, logger: Logger) {
  const { smtpUrl, from } = config.mail;
  return smtpUrl
    ? createSmtpMailer({ url: smtpUrl, from })
    : createOutboxMailer({ dir: outboxDirOf(config), from, logger });
}
