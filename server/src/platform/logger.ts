import pino from 'pino';
import { currentRequestId } from './request-context.ts';

export type Logger = pino.Logger;

/** One JSON line per event, with the id of its request. Secrets are redacted wherever they might appear. */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretPaths, censor: '[secret]' },
    serializers: { err: pino.stdSerializers.err },
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { requestId };
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

const secretNames = ['password', 'oldPassword', 'newPassword', 'token', 'access_token', 'authorization', 'cookie'];
const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
