import { type App, startApp } from './app.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { NewerSchemaError } from './platform/db/migrate.ts';
import { createLogger } from './platform/logger.ts';

const stopWithinMs = 15_000;
/** npm forwards Ctrl-C although the terminal sent it to this process too; only a later one forces the exit. */
const forceExitAfterMs = 1500;

await main();

async function main() {
  let config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }

  const logger = createLogger(config.logLevel);
  let app;
  try {
    app = await startApp(config, logger);
  } catch (error) {
    if (!(error instanceof NewerSchemaError)) logger.fatal({ err: error }, 'could not start');
    process.stderr.write(`Could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  stopOnSignals(app, logger);
  stopOnBugs(app.stop, logger);
  announce(config, app);
}

function announce(config: ReturnType<typeof readConfig>, { isWithoutAdministrator }: App) {
  const mails = config.mail.smtpUrl
    ? `sent through ${new URL(config.mail.smtpUrl).host}`
    : `written to ${config.dataDir}/outbox${config.hasDevMailbox ? `, readable at ${config.publicUrl}/dev/mailbox` : ''}`;
  const first = config.isOnOwnMachine ? 'the first account that signs up on this machine becomes one, or use' : 'use';
  const administrator = isWithoutAdministrator
    ? `  There is no administrator yet: ${first} npm run admin -- grant <email>\n`
    : '';
  process.stdout.write(
    `\n  ${config.title} is running at ${config.publicUrl}\n  Mails are ${mails}\n${administrator}\n`,
  );
}

/** An unhandled rejection is a bug. The work under way is finished before the process exits. */
function stopOnBugs(stop: () => Promise<void>, logger: ReturnType<typeof createLogger>) {
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'unhandled rejection');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    void stopAndExit(1, stop);
  });
}

async function stopAndExit(code: number, stop: () => Promise<void>) {
  await stop();
  process.exit(code);
}

/** Drains before it stops: the load balancer has to notice, and no request may be cut off. */
function stopOnSignals({ drain, stop }: Pick<App, 'drain' | 'stop'>, logger: ReturnType<typeof createLogger>) {
  let stoppingSince: number | null = null;
  const handle = (signal: NodeJS.Signals) => {
    if (stoppingSince !== null) {
      if (Date.now() - stoppingSince > forceExitAfterMs) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error({}, 'shutdown timed out');
      process.exit(1);
    }, stopWithinMs).unref();
    void stopAndExit(0, async () => {
      await drain();
      await stop();
    });
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
}
