import { Email, EmailDomain, RegistrationMode } from '@chat-app/contract';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { ConnectionTarget } from '../platform/db/database.ts';
import { isLoopbackHost } from '../platform/loopback.ts';
import { s3Target, s3Url } from './s3-url.ts';

const checkedEnvironments: ReadonlySet<string | undefined> = new Set(['development', 'test']);

/** Everything the environment configures, read once at the start. */
export type Config = ReturnType<typeof readConfig>;

/** A variable that does not parse. Its message is the one line the operator sees. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads the configuration, or throws a ConfigError that names the first variable that does not parse. */
export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const env = parseEnvironment(environment);
  assertShared(env);
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
  const isLocal = isLoopbackHost(publicUrl.hostname);
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: publicUrl.origin,
    /** Reached by browsers on this machine only, as on a first try; a proxy would hide who they are. */
    isOnOwnMachine: isLocal && env.TRUSTED_PROXIES === 0,
    /** Whose accounts are administrators. */
    adminEmails: env.ADMIN_EMAILS,
    /** What administrators cannot change while the server runs; null where they can. */
    fixedSettings: fixedSettings(env),
    passkeyHost: passkeyHostOf(publicUrl),
    allowedOrigins: allowedOrigins(publicUrl),
    isHttps: publicUrl.protocol === 'https:',
    dataDir: resolve(env.DATA_DIR),
    /** Null: an embedded server in the data folder. */
    database: (env.DATABASE_URL ?? null) as ConnectionTarget | null,
    role: env.ROLE,
    /** Null: this process is the only one. */
    redisUrl: env.REDIS_URL ?? null,
    socketUrl: env.SOCKET_URL ?? null,
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: env.MAIL_FROM ?? `${env.APP_TITLE} <no-reply@${publicUrl.hostname}>`,
    },
    /** The page that shows outgoing mails: only on the operator's own machine, never in production. */
    hasDevMailbox: env.SMTP_URL === undefined && isLocal && env.NODE_ENV !== 'production',
    /** Answers are compared with the contract before they are sent. */
    areAnswersChecked: checkedEnvironments.has(env.NODE_ENV),
    google: { clientId: env.GOOGLE_CLIENT_ID ?? null, apiUrl: env.GOOGLE_API_URL ?? null },
    maxUploadBytes: env.MAX_UPLOAD_MB * 1024 * 1024,
    maxGroupSize: env.MAX_GROUP_SIZE,
    title: env.APP_TITLE,
    logLevel: env.LOG_LEVEL,
    /** Null: metrics are available on the local machine only. */
    metricsToken: env.METRICS_TOKEN ?? null,
    areLimitsOn: env.RATE_LIMITS === 'on',
    /** `host:port` entries that previews may be fetched from although private: for tests. */
    linkPreviewAllow: env.LINK_PREVIEW_ALLOW,
    push: pushConfig(env, publicUrl),
    trustedProxies: env.TRUSTED_PROXIES,
    ice: iceConfig(env),
    /** Null: uploads are kept in the data folder. */
    s3: s3Config(env, publicUrl),
  };
}

function parseEnvironment(environment: Record<string, string | undefined>) {
  // An empty value in a .env or compose file means "not set".
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`);
}

const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address such as ${example}` });
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number(`must be a whole number from ${min} to ${max}`)
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`);

/** Hosts in the form the WHATWG URL parser produces, each with its port. */
const hostList = z.string().transform((text, context): ReadonlySet<string> => {
  const hosts = text
    .trim()
    .split(/[\s,]+/)
    .map((entry) => {
      const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(entry) ?? [];
      const isHost = URL.canParse(`http://${host}`) && Number(port) >= 1 && Number(port) <= 65_535;
      return isHost ? `${new URL(`http://${host}`).hostname}:${Number(port)}` : null;
    });
  if (hosts.includes(null)) context.addIssue('must be a list such as 127.0.0.1:8080,localhost:9000');
  return new Set(hosts.filter((host) => host !== null));
});

/** Email addresses, in the form in which accounts have them. */
const emailList = z.string().transform((text, context): readonly string[] => {
  const emails = text
    .trim()
    .split(/[\s,]+/)
    .map((entry) => Email.safeParse(entry).data ?? null);
  if (emails.includes(null)) context.addIssue('must be a list such as ann@example.org,bob@example.org');
  return [...new Set(emails.filter((email) => email !== null))];
});

/** The parts of email addresses after the @. */
const domainList = z.string().transform((text, context): string[] => {
  const domains = text
    .trim()
    .split(/[\s,]+/)
    .map((entry) => EmailDomain.safeParse(entry).data ?? null);
  if (domains.includes(null)) context.addIssue('must be a list such as example.org,example.com');
  return [...new Set(domains.filter((domain) => domain !== null))];
});

/** Comma-separated addresses. */
const urlList = (schemes: RegExp, example: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every((entry) => schemes.test(entry)), `must be a list such as ${example}`);

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  ADMIN_EMAILS: emailList.default([]),
  REGISTRATION: z.enum(RegistrationMode.options, 'must be open, invite or closed').optional(),
  ALLOWED_EMAIL_DOMAINS: domainList.optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(1, 65_535).default(3000),
  PUBLIC_URL: url(/^https?$/, 'https://chat.example.org').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host/database').optional(),
  REDIS_URL: url(/^rediss?$/, 'redis://host:6379').optional(),
  ROLE: z.enum(['api', 'chat', 'all'], 'must be api, chat or all').default('all'),
  SOCKET_URL: url(/^(https?|wss?)$/, 'https://chat.example.org').optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@mail.example.org:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address such as "Chat <chat@example.org>"')
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_API_URL: url(/^https?$/, 'https://www.googleapis.com').optional(),
  MAX_UPLOAD_MB: wholeNumber(1, 100_000).default(100),
  MAX_GROUP_SIZE: wholeNumber(3, 100_000).default(1000),
  APP_TITLE: z.string().trim().min(1, 'must not be empty').max(60, 'must be at most 60 characters').default('Chat App'),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be one of trace, debug, info, warn, error, fatal, silent',
    )
    .default('info'),
  METRICS_TOKEN: z.string().optional(),
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  LINK_PREVIEW_ALLOW: hostList.default(new Set()),
  PUSH_ALLOW: hostList.default(new Set()),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be an address such as mailto:admin@example.org')
    .optional(),
  S3_URL: s3Url.optional(),
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  STUN_URLS: urlList(/^stuns?:[^\s,]+$/, 'stun:stun.example.org:3478').default([
    'stun:stun.cloudflare.com:3478',
    'stun:stun.l.google.com:19302',
  ]),
  TURN_URL: urlList(/^turns?:[^\s,]+$/, 'turn:turn.example.org:3478').optional(),
  TURN_SECRET: z.string().optional(),
  CLOUDFLARE_TURN_KEY_ID: z.string().regex(/^\w+$/, 'must be the id of a TURN key').optional(),
  CLOUDFLARE_TURN_TOKEN: z.string().optional(),
  CLOUDFLARE_TURN_URL: url(/^https?$/, 'https://rtc.live.cloudflare.com').default('https://rtc.live.cloudflare.com'),
});

/** Processes that do not share everything would appear to work and lose messages. */
function assertShared({ ROLE, REDIS_URL, DATABASE_URL }: z.infer<typeof Environment>) {
  if (ROLE === 'all') return;
  if (REDIS_URL === undefined) throw new ConfigError(`REDIS_URL: is needed where ROLE is ${ROLE}`);
  if (DATABASE_URL === undefined) throw new ConfigError(`DATABASE_URL: is needed where ROLE is ${ROLE}`);
}

/** An incomplete pair is a mistake that would show only when two users cannot reach each other. */
function iceConfig(env: z.infer<typeof Environment>) {
  const { STUN_URLS: stunUrls, TURN_URL: urls, TURN_SECRET: secret } = env;
  const { CLOUDFLARE_TURN_KEY_ID: keyId, CLOUDFLARE_TURN_TOKEN: token, CLOUDFLARE_TURN_URL: apiUrl } = env;
  if ((urls === undefined) !== (secret === undefined)) {
    throw new ConfigError(`${urls ? 'TURN_SECRET' : 'TURN_URL'}: TURN_URL and TURN_SECRET go together`);
  }
  if ((keyId === undefined) !== (token === undefined)) {
    const missing = keyId === undefined ? 'CLOUDFLARE_TURN_KEY_ID' : 'CLOUDFLARE_TURN_TOKEN';
    throw new ConfigError(`${missing}: CLOUDFLARE_TURN_KEY_ID and CLOUDFLARE_TURN_TOKEN go together`);
  }
  return {
    stunUrls,
    turn: urls !== undefined && secret !== undefined ? { urls, secret } : null,
    cloudflare: keyId !== undefined && token !== undefined ? { keyId, token, apiUrl } : null,
  };
}

function pushConfig(env: z.infer<typeof Environment>, publicUrl: URL) {
  return {
    /** Null: created at the first start and kept in the database. */
    privateKey: env.VAPID_PRIVATE_KEY ?? null,
    /** The contact for push services. */
    subject: env.VAPID_SUBJECT ?? pushSubject(publicUrl),
    /** `host:port` entries that pushes may be sent to although private: for tests. */
    allow: env.PUSH_ALLOW,
  };
}

function fixedSettings(env: z.infer<typeof Environment>) {
  return { registration: env.REGISTRATION ?? null, allowedEmailDomains: env.ALLOWED_EMAIL_DOMAINS ?? null };
}

function pushSubject({ protocol, origin, hostname }: URL): string {
  return protocol === 'https:' ? origin : `mailto:no-reply@${hostname}`;
}

/** WebAuthn knows no addresses, only names. */
function passkeyHostOf({ hostname }: URL): string | null {
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : null;
}

/** Uploads must not be served from our own origin, where the browser would trust them. */
function s3Config({ S3_URL: given }: z.infer<typeof Environment>, publicUrl: URL) {
  if (given === undefined) return null;
  if (given.endpoint === publicUrl.origin) throw new ConfigError('S3_URL: must be another origin than PUBLIC_URL');
  return s3Target(given, { isHttps: publicUrl.protocol === 'https:' });
}

/** 127.0.0.1 and localhost are the same machine and the same site, so both origins are allowed. */
function allowedOrigins(publicUrl: URL): ReadonlySet<string> {
  if (!isLoopbackHost(publicUrl.hostname)) return new Set([publicUrl.origin]);
  const port = publicUrl.port === '' ? '' : `:${publicUrl.port}`;
  const aliases = ['localhost', '127.0.0.1', '[::1]'].map((host) => `${publicUrl.protocol}//${host}${port}`);
  return new Set([publicUrl.origin, ...aliases]);
}
