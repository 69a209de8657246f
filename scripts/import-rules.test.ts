import { expect, test } from 'vitest';

import { findViolations, importRules } from './import-rules.mjs';
import { textRules } from './text-rules.mjs';

function broken(sources: Record<string, string>): string[] {
  return findViolations(new Map(Object.entries(sources))).map(({ path, rule }) => `${path}: ${rule}`);
}

const longClasses = 'flex items-center rounded-card border-line '.repeat(4).trim();
const longSentence = 'A sentence for people, which is not made of class names. '.repeat(4).trim();

const imports = (...files: string[]) => files.map((file) => `import { x } from '${file}';`).join('\n');

/** One line of code in one file; the files it imports exist and are empty. */
const violating: [rule: string, file: string, code: string][] = [
  ['1 contract imports zod', 'contract/src/users.ts', imports('uuid')],
  ['1 contract imports zod', 'contract/src/users.ts', `import fs from 'node:fs';`],
  ['1 a workspace imports', 'server/src/platform/mail/mailer.ts', imports('../../../../web/src/lib/dates.ts')],
  ['1 a workspace imports', 'web/src/lib/dates.ts', `import type { x } from '../../../server/src/platform/ids.ts';`],
  ['1 a workspace imports', 'web/src/lib/dates.ts', imports('@chat-app/server')],
  ['1 a workspace imports', 'e2e/people.ts', imports('../server/src/platform/ids.ts')],
  ['1 a workspace imports', 'server/src/features/users/users.test.ts', imports('../../../../web/src/lib/dates.ts')],
  ['1 a workspace imports', 'bench/src/clients.ts', imports('../../web/src/lib/dates.ts')],
  ['1 a workspace imports', 'demo/src/personas.ts', imports('../../server/test/people.ts')],
  ['1 a workspace imports', 'bench/src/clients.ts', imports('../../demo/src/personas.ts')],
  ['1 a workspace imports', 'scripts/start.mjs', `import '../server/src/main.ts';`],
  ['1 a workspace imports', 'server/src/app.ts', imports('../../scripts/build.mjs')],
  ['1 a workspace imports', 'web/src/lib/dates.test.ts', imports('../../../server/test/people.ts')],
  ['2 platform and config', 'server/src/platform/bus/bus.ts', imports('../../features/users/index.ts')],
  ['2 platform and config', 'server/src/config/config.ts', imports('../realtime/gateway.ts')],
  ['2 platform and config', 'server/src/platform/bus/bus.ts', `const { x } = await import('../../app.ts');`],
  ['2 realtime knows', 'server/src/realtime/gateway.ts', `export { x } from '../features/chats/index.ts';`],
  ['3 a server feature', 'server/src/features/auth/auth.service.ts', imports('../users/users.repository.ts')],
  ['3 server features use', 'server/src/features/users/users.service.ts', imports('../auth/index.ts')],
  ['3 server features use', 'server/src/features/messages/messages.service.ts', imports('../calls/index.ts')],
  ['3 server features use', 'server/src/features/users/users.service.ts', imports('../../app.ts')],
  [
    '4 only *.routes.ts',
    'server/src/features/users/users.service.ts',
    `import type { FastifyRequest } from 'fastify';`,
  ],
  ['4 only *.routes.ts', 'server/src/platform/errors.ts', `import '@fastify/cookie';`],
  ['4 only realtime', 'server/src/features/calls/calls.service.ts', imports('socket.io')],
  ['4 only *.repository.ts', 'server/src/features/users/users.service.ts', 'await sql`select 1`;'],
  [
    '4 only *.repository.ts',
    'server/src/features/users/users.service.ts',
    'await tx<{ id: string }[]>`select id from users`;',
  ],
  ['4 only *.repository.ts', 'server/src/features/users/users.service.ts', `await sql.unsafe('select 1');`],
  [
    '4 a table is written',
    'server/src/features/calls/calls.repository.ts',
    'await sql`update chat_members set is_muted = true`;',
  ],
  ['4 a table is written', 'server/src/features/push/push.repository.ts', 'await tx`delete from\n  sessions`;'],
  [
    '4 a table is written',
    'server/src/features/auth/auth.repository.ts',
    'await sql`insert into new_table values (1)`;',
  ],
  ['4 only config reads', 'server/src/platform/logger.ts', `const level = process.env.LOG_LEVEL;`],
  ['4 only lib and browser', 'web/src/api/users.ts', `const url = import.meta.env.VITE_URL;`],
  ['5 ui imports only ui', 'web/src/ui/button.tsx', imports('../lib/dates.ts')],
  ['5 ui imports only ui', 'web/src/lib/dates.ts', imports('../state/session.ts')],
  ['5 ui imports only ui', 'web/src/state/session.ts', imports('../api/users.ts')],
  ['5 ui imports only ui', 'web/src/api/users.ts', imports('../ui/toast.tsx')],
  ['5 ui imports only ui', 'web/src/rtc/peer-connection.ts', imports('../api/users.ts')],
  ['5 ui imports only ui', 'web/src/api/users.ts', imports('../rtc/peer-connection.ts')],
  ['5 ui imports only ui', 'web/src/features/auth/login-form.tsx', imports('../../routes/login.tsx')],
  ['5 ui imports only ui', 'web/src/routes/login.tsx', imports('../app/router.tsx')],
  ['5 ui knows nothing', 'web/src/ui/avatar.tsx', `import type { User } from '@chat-app/contract';`],
  ['5 web features', 'web/src/features/auth/login-form.tsx', imports('../chats/chat-list.tsx')],
  ['6 only api and outbox', 'web/src/features/auth/login-form.tsx', imports('../../lib/call-endpoint.ts')],
  ['6 only api and outbox', 'web/src/app/router.tsx', imports('../lib/call-endpoint.ts')],
  ['6 only *.live.ts', 'web/src/api/messages.ts', imports('../lib/socket.ts')],
  ['6 only *.live.ts', 'web/src/features/calls/call.ts', imports('socket.io-client')],
  ['7 no barrels', 'web/src/ui/index.ts', `export const x = 1;`],
  ['7 no barrels', 'server/src/platform/http/http.ts', `export * from './routes.ts';`],
  ['7 no default', 'web/src/ui/button.tsx', `export default function Button() {}`],
  ['7 no default', 'web/src/ui/button.tsx', `export { Button as default };`],
  ['8 the z-index', 'web/src/ui/menu.tsx', `const layer = 'fixed z-50';`],
  ['8 the z-index', 'web/src/ui/menu.tsx', `const layer = 'fixed roomy:-z-10';`],
  ['8 the z-index', 'web/src/ui/menu.tsx', `const layer = 'fixed z-[7]';`],
  ['8 the z-index', 'web/src/ui/menu.tsx', `const style = { zIndex: 7 };`],
  ['8 a class string', 'web/src/ui/menu.tsx', `const row = '${longClasses}';`],
  ['8 a class string', 'web/src/ui/menu.tsx', `const row = <p title="row" className="${longClasses}" />;`],
  ['7 no barrels', 'scripts/index.mjs', `export const x = 1;`],
  ['7 no barrels', 'bench/src/clients.ts', `export * from './crowd.ts';`],
  ['7 no default', 'scripts/build.mjs', `export default function build() {}`],
  ['7 no default', 'demo/src/personas.ts', `export default {};`],
  ['9 scripts import only', 'scripts/build.mjs', imports('vite')],
  ['9 scripts import only', 'scripts/build.mjs', imports('@chat-app/contract')],
];

const allowed: [file: string, code: string][] = [
  ['contract/src/users.ts', imports('zod', './primitives.ts')],
  ['contract/src/users.test.ts', imports('vitest')],
  ['server/src/platform/http/session.ts', `import fastify from 'fastify';\nimport { x } from '@chat-app/contract';`],
  ['server/src/features/auth/auth.service.ts', imports('../users/index.ts', './auth.policy.ts')],
  ['server/src/features/auth/auth.routes.ts', `import type { FastifyInstance } from 'fastify';`],
  ['server/src/features/auth/auth.repository.ts', 'await sql`select 1`;'],
  [
    'server/src/features/auth/sessions.repository.ts',
    'await sql`insert into sessions values (1) on conflict do update set id = 1`;\nawait sql`select from users for update`;',
  ],
  ['server/src/features/presence/presence.repository.ts', 'await sql`select user_id from chat_members`;'],
  [
    'server/src/features/auth/auth.service.ts',
    '// sql`select 1` would be wrong, and so would process.env\n/* export default */',
  ],
  ['server/src/features/users/index.ts', `export { createUsers } from './users.service.ts';`],
  ['server/src/features/users/users.service.ts', `import type { DomainEvents } from '../../domain-events.ts';`],
  [
    'server/src/features/auth/auth.test.ts',
    `import { x } from '../users/users.repository.ts';\nconst url = process.env.URL;`,
  ],
  ['server/src/app.ts', `import fastify from 'fastify';\nimport { x } from './features/users/users.repository.ts';`],
  ['server/src/config/config.ts', `export const port = process.env.PORT;`],
  ['web/src/api/users.ts', imports('../lib/call-endpoint.ts', '../state/session.ts')],
  ['web/src/api/messages.live.ts', imports('../lib/socket.ts')],
  ['web/src/routes/login.tsx', imports('../features/auth/login-form.tsx', '../ui/button.tsx')],
  ['web/src/main.tsx', imports('./app/app.tsx')],
  ['web/src/ui/menu.tsx', `const layer = 'fixed z-menu beside:z-auto';`],
  ['web/src/ui/menu.tsx', `const hint = '${longSentence}';`],
  ['web/src/ui/menu.tsx', `const row = ['${longClasses.slice(0, 100)}', '${longClasses.slice(100)}'];`],
  ['bench/src/clients.ts', imports('@chat-app/contract', 'pg')],
  ['demo/src/demo.test.ts', imports('../../server/test/test-app.ts')],
  ['scripts/docs.mjs', `import fs from 'node:fs';\nconst { tsImport } = await import('tsx/esm/api');`],
  ['scripts/clean-up.setup.mjs', imports('vitest')],
  ['scripts/unhandled-reporter.mjs', `export default class UnhandledReporter {}`],
];

test('[ARCH-1] each line of code that breaks a rule is found, each rule has one, and nothing else is found', () => {
  const missed = violating.filter(
    ([rule, file, code]) => !broken({ [file]: code }).some((found) => found.includes(`${file}: ${rule}`)),
  );
  expect(missed).toEqual([]);
  const rules = [...importRules, ...textRules];
  expect(rules.filter(({ rule }) => !violating.some(([start]) => rule.startsWith(start)))).toEqual([]);
  expect(allowed.flatMap(([file, code]) => broken({ [file]: code }).map((found) => [found, code]))).toEqual([]);
});

test('[ARCH-1] an import cycle is found in every folder, and reported with all its files', () => {
  for (const folder of ['server/src/platform', 'bench/src', 'demo/src', 'scripts']) {
    const ending = folder === 'scripts' ? 'mjs' : 'ts';
    const inFolder = (name: string) => `${folder}/${name}.${ending}`;
    const links = ['ab', 'bc', 'ca'].map(([from = '', to]) => [inFolder(from), imports(`./${to}.${ending}`)] as const);
    const detail = ['a', 'b', 'c', 'a'].map(inFolder).join(' -> ');
    expect(findViolations(new Map(links))).toEqual([{ path: inFolder('a'), rule: '7 no cycles', detail }]);
  }
});
