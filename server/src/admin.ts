import { parseArgs } from 'node:util';
import { type AdminCommand, commands, usage, UsageError } from './admin-commands.ts';
import { openAdministration } from './admin-services.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { NoDatabaseError } from './existing-database.ts';
import { toAppError } from './platform/app-errors.ts';
import { NewerSchemaError, OlderSchemaError } from './platform/db/migrate.ts';
import { createLogger } from './platform/logger.ts';
import type { Disposer } from './shutdown.ts';

const exitCodes = { refused: 1, usage: 2 };
const logger = createLogger('warn', { write: (line) => process.stderr.write(line) });

await main();

async function main() {
  const disposers: Disposer[] = [];
  try {
    const { command, args, flags } = readArguments();
    const services = await openAdministration(readConfig(), logger, disposers);
    const { text, json } = await command.run({ ...services, args, flags });
    process.stdout.write(flags.json ? `${JSON.stringify(json, null, 2)}\n` : `${text}\n`);
  } catch (error) {
    process.exitCode = error instanceof UsageError ? exitCodes.usage : exitCodes.refused;
    process.stderr.write(`${sentenceOf(error)}\n`);
  } finally {
    for (const dispose of disposers.toReversed()) await dispose();
  }
}

function readArguments(): { command: AdminCommand; args: readonly string[]; flags: { json: boolean; yes: boolean } } {
  const { values, positionals } = parse();
  const [name = '', ...args] = positionals;
  const command = commands[name];
  if (!command || args.length < command.minArgs || args.length > command.maxArgs) throw new UsageError(usage);
  return { command, args, flags: values };
}

function parse() {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ allowPositionals: true, options: { json: flag, yes: flag } });
  } catch {
    throw new UsageError(usage);
  }
}

function sentenceOf(error: unknown): string {
  const kinds = [ConfigError, NewerSchemaError, NoDatabaseError, OlderSchemaError, UsageError];
  if (error instanceof Error && kinds.some((kind) => error instanceof kind)) return error.message;
  const { code, message } = toAppError(error);
  if (code === 'unavailable') return 'The database does not answer.';
  if (code === 'internal') logger.error({ err: error }, 'failed');
  return message;
}
