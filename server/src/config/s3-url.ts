import { z } from 'zod';
import type { S3Target } from '../platform/storage/s3.ts';

type ParsedS3Url = Omit<S3Target, 'hasDirectDownloads'> & { downloads: Downloads | null };
type Downloads = (typeof downloadWays)[number];

const downloadWays = ['direct', 'app'] as const;
const example = 'https://KEY:SECRET@s3.example.org/bucket?region=eu-central-1';

/**
 * `https://KEY:SECRET@host[:port]/bucket[?region=..][&prefix=..][&downloads=direct|app]`; never repeated in an error.
 */
export const s3Url = z.string().transform((text, context): ParsedS3Url => {
  const target = parseS3Url(text);
  if (target) return target;
  context.addIssue(`must be an address such as ${example}`);
  return z.NEVER;
});

/** Pages over https may not download over http, so those bytes are sent by us, as when the operator chooses `app`. */
export function s3Target({ downloads, ...target }: ParsedS3Url, { isHttps }: { isHttps: boolean }): S3Target {
  const isReachable = target.endpoint.startsWith('https:') || !isHttps;
  return { ...target, hasDirectDownloads: downloads === null ? isReachable : downloads === 'direct' };
}

function parseS3Url(text: string): ParsedS3Url | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bucket = url?.pathname.slice(1).replace(/\/$/, '') ?? '';
  if (!url || !/^https?:$/.test(url.protocol) || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return null;
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
  const options = parseOptions(url.searchParams);
  if (accessKeyId === '' || secretAccessKey === '' || options === null) return null;
  return {
    endpoint: url.origin,
    bucket,
    accessKeyId,
    secretAccessKey,
    isPathStyle: !/(^|\.)amazonaws\.com(\.cn)?$/.test(url.hostname),
    region: options.region ?? regionIn(url.hostname) ?? 'us-east-1',
    prefix: options.prefix === undefined ? '' : `${options.prefix.replace(/\/$/, '')}/`,
    downloads: options.downloads ?? null,
  };
}

const Options = z.strictObject({
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  prefix: z
    .string()
    .max(200)
    .regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/)
    .optional(),
  downloads: z.enum(downloadWays).optional(),
});

function parseOptions(given: URLSearchParams) {
  const parsed = Options.safeParse(Object.fromEntries(given));
  return parsed.success ? parsed.data : null;
}

/** Secrets contain characters such as a slash, which a URL carries encoded. Empty when decoding fails. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function regionIn(hostname: string): string | undefined {
  return /^s3[.-]([a-z0-9-]+)\.amazonaws\.com/.exec(hostname)?.[1];
}
