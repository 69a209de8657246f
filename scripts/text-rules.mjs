import { isServer, isWeb, loadedByVitest } from './source-location.mjs';

/** @import { Location } from './source-location.mjs' */

/**
 * The only features that write to a table. Any repository may read any table: see docs/architecture.md.
 *
 * @type {Record<string, string[]>}
 */
const tableWriters = {
  users: ['users'],
  environment_admins: ['users'],
  announcement: ['host-settings'],
  audit_entries: ['audit'],
  sessions: ['auth'],
  devices: ['auth'],
  one_time_tokens: ['auth'],
  second_factors: ['auth'],
  recovery_codes: ['auth'],
  login_tickets: ['auth'],
  security_links: ['auth'],
  email_changes: ['auth'],
  passkeys: ['auth'],
  passkey_challenges: ['auth'],
  friendships: ['friendships'],
  user_blocks: ['friendships'],
  host_nodes: ['host-overview'],
  host_samples: ['host-overview'],
  host_settings: ['host-settings'],
  invites: ['invites'],
  invite_uses: ['invites'],
  invited_accounts: ['invites'],
  reports: ['reports'],
  chats: ['chats', 'messages'],
  chat_members: ['chats'],
  chat_drafts: ['chats'],
  chat_removals: ['chats'],
  message_versions: ['messages'],
  message_reactions: ['messages'],
  messages: ['messages', 'chats'],
  message_index: ['search'],
  message_index_progress: ['search'],
  uploads: ['uploads'],
  calls: ['calls'],
  access_changes: ['delivery'],
  push_subscriptions: ['push'],
  vapid_keys: ['push'],
};

const mayBeIndex = /^contract\/src\/index\.ts$|^server\/src\/features\/[^/]+\/index\.ts$/;
const numericZIndex = /(?<![\w-])-?z-(?:\d|[[(])|\bzIndex\b/;
const maxClassString = 160;
const longString = new RegExp(`(["'\`])((?:(?!\\1|\\n).){${maxClassString + 1},})\\1`, 'g');
/** The table of an `insert`, `update` or `delete`; not `on conflict do update set` and not `for update`. */
const writtenTable = /\b(?:insert into|delete from|update)\s+(?!set\b|of\b|skip\b|nowait\b)([a-z_]+)/g;
const sqlTemplate = /\b(?:sql|tx)(?:<[^`;]*>)?\s*`|\b(?:sql|tx)\.unsafe\(/;

/**
 * Rules about the text of one file, without its comments.
 *
 * @type {{ rule: string; breaks: (file: Location, code: string) => boolean }[]}
 */
export const textRules = [
  {
    rule: '4 only *.repository.ts and platform/db contain SQL',
    breaks: (file, code) =>
      isServer(file) && !/\.repository\.ts$|^server\/src\/platform\/db\//.test(file.path) && sqlTemplate.test(code),
  },
  {
    rule: '4 a table is written by its own features only',
    breaks: (file, code) =>
      isServer(file) &&
      file.path.endsWith('.repository.ts') &&
      [...code.matchAll(writtenTable)].some(([, table = '']) => !tableWriters[table]?.includes(file.feature ?? '')),
  },
  {
    rule: '4 only config reads the environment',
    breaks: (file, code) => isServer(file) && file.zone !== 'config' && /\bprocess\.env\b/.test(code),
  },
  {
    rule: '4 only lib and browser read the environment of the web build',
    breaks: (file, code) =>
      isWeb(file) && !['lib', 'browser'].includes(file.zone ?? '') && /\bimport\.meta\.env\b/.test(code),
  },
  {
    rule: '7 no barrels except contract/src/index.ts and the server features',
    breaks: (file, code) =>
      !mayBeIndex.test(file.path) && (/\/index\.(?:tsx?|mjs)$/.test(file.path) || /^\s*export \*/m.test(code)),
  },
  {
    rule: '7 no default exports',
    breaks: (file, code) => !loadedByVitest.test(file.path) && /^\s*export default\b|\bas default\b[^;]*\}/m.test(code),
  },
  {
    rule: '8 the z-index of a layer has a name of ui/tokens.css',
    breaks: (file, code) => isWeb(file) && numericZIndex.test(code),
  },
  {
    rule: `8 a class string has at most ${maxClassString} characters`,
    breaks: (file, code) => isWeb(file) && [...code.matchAll(longString)].some(([, , text = '']) => areClasses(text)),
  },
];

/**
 * Most class names contain a hyphen, a colon or a bracket, which the words of a sentence do not.
 *
 * @param {string} text
 */
function areClasses(text) {
  const names = text.trim().split(/\s+/);
  return names.filter((name) => /[-:[]/.test(name)).length > names.length / 2;
}
