import pino from 'pino';

export type Logger = pino.Logger;

/** One JSON line per event. Secrets are cut out wherever they might slip in. */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretPaths, censor: '[secret]' },
    serializers: { err: pino.stdSerializers.err },
  };
  return destination ? pino(options, destination) : pino(options);
}

const secretNames = ['password', 'oldPassword', 'newPassword', 'token', 'access_token', 'authorization', 'cookie'];
const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
