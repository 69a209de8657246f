import { findCycles, importsOf, withoutComments } from './source-imports.mjs';
import { isServer, isWeb, loadedByVitest, locate } from './source-location.mjs';
import { textRules } from './text-rules.mjs';

/**
 * What a file imports. A package has no path and no workspace.
 *
 * @typedef {Location & { packageName: string | undefined; isDynamic: boolean }} Target
 */

/** @typedef {{ path: string; rule: string; detail: string }} Violation */

/** @import { Import, Sources } from './source-imports.mjs' */
/** @import { Location } from './source-location.mjs' */

/**
 * The only allowed imports from one server feature into another.
 *
 * @type {Record<string, string[]>}
 */
const featureEdges = {
  'account-export': ['friendships', 'invites', 'messages', 'uploads', 'users'],
  'account-deletion': ['auth', 'calls', 'chats', 'friendships', 'messages', 'uploads', 'users'],
  administration: ['account-deletion', 'audit', 'auth', 'invites', 'reports', 'users'],
  auth: ['audit', 'host-settings', 'users'],
  'host-settings': ['audit'],
  friendships: ['users'],
  invites: ['chats', 'friendships', 'uploads', 'users'],
  reports: ['users'],
  chats: ['users', 'friendships'],
  messages: ['chats', 'uploads'],
  search: ['messages'],
  calls: ['chats', 'presence'],
  delivery: ['messages'],
  'file-transfer': ['chats', 'presence'],
  push: ['chats'],
};

/** Zones of the web client that know nothing of the server's answers or of the state of this tab. */
const webBase = ['browser', 'format', 'tabs', 'lib'];

/**
 * What each zone of the web client may import besides itself.
 *
 * @type {Record<string, string[]>}
 */
const webLayers = {
  ui: [],
  browser: [],
  format: [],
  tabs: [],
  lib: ['browser', 'format', 'tabs'],
  'service-worker': ['format', 'lib'],
  rtc: webBase,
  state: webBase,
  attention: [...webBase, 'state'],
  voice: [...webBase, 'state', 'api'],
  api: [...webBase, 'state'],
  outbox: [...webBase, 'state', 'api'],
  features: [...webBase, 'rtc', 'state', 'attention', 'voice', 'api', 'outbox', 'ui'],
  routes: [...webBase, 'rtc', 'state', 'attention', 'voice', 'api', 'outbox', 'ui', 'features'],
  app: [...webBase, 'rtc', 'state', 'attention', 'voice', 'api', 'outbox', 'ui', 'features', 'routes'],
  main: [...webBase, 'rtc', 'state', 'attention', 'voice', 'api', 'outbox', 'ui', 'features', 'routes', 'app'],
};

/** @type {(target: Target) => boolean} */
const isHttpFramework = ({ packageName = '' }) => /^(?:fastify$|fastify-|@fastify\/)/.test(packageName);
/** @type {(target: Target) => boolean} */
const isSocketServer = ({ packageName = '' }) => /^(?:socket\.io$|@socket\.io\/)/.test(packageName);
/** @type {(target: Target) => boolean} */
const isPackage = ({ packageName }) => packageName !== undefined && !packageName.startsWith('node:');
/** @type {(file: Location) => boolean} */
const isInfrastructure = (file) => file.zone === 'platform' || file.zone === 'config';
/** @type {(file: Location) => boolean} */
const isWiring = (file) => file.zone === 'app' || file.zone === 'main';
const callEndpoint = /^web\/src\/lib\/call-endpoint\.tsx?$/;
const socketModule = /^web\/src\/lib\/socket\.ts$/;
/** The modules that send and receive. `emit-with-ack.ts` imports the socket's type from the module next to it. */
const socketAccess = /^web\/src\/(?:lib\/(?:socket|emit-with-ack)|api\/socket\.live)\.ts$/;
const socketListeners = /\.live\.tsx?$|^web\/src\/(?:app|features\/(?:calls|file-transfer))\//;

/**
 * Rules about one import. `forTests` marks those that apply to test files too. Numbers are those of
 * docs/architecture.md.
 *
 * @type {{ rule: string; forTests?: boolean; breaks: (file: Location, target: Target) => boolean }[]}
 */
export const importRules = [
  {
    rule: '1 contract imports zod and nothing else',
    breaks: (file, target) =>
      file.workspace === 'contract' && target.workspace !== 'contract' && target.packageName !== 'zod',
  },
  {
    rule: '1 a workspace imports only itself and the contract',
    forTests: true,
    breaks: (file, target) =>
      target.workspace !== undefined &&
      target.workspace !== file.workspace &&
      target.workspace !== 'contract' &&
      !(file.isTest && isTestSupport(file, target)),
  },
  {
    rule: '2 platform and config know no features',
    breaks: (file, target) => isServer(file) && isInfrastructure(file) && isServer(target) && !isInfrastructure(target),
  },
  {
    rule: '2 realtime knows the contract, not the features',
    breaks: (file, target) =>
      isServer(file) &&
      file.zone === 'realtime' &&
      isServer(target) &&
      (target.zone === 'features' || isWiring(target)),
  },
  {
    rule: '3 a server feature is entered through its index.ts',
    breaks: (file, target) =>
      isServer(file) && isOtherFeature(file, target) && !isWiring(file) && !target.path.endsWith('/index.ts'),
  },
  {
    rule: '3 server features use each other only along the listed edges',
    breaks: (file, target) =>
      isServer(file) &&
      file.zone === 'features' &&
      (isWiring(target) ||
        (isOtherFeature(file, target) && !featureEdges[file.feature ?? '']?.includes(target.feature ?? ''))),
  },
  {
    rule: '4 only *.routes.ts and platform/http see the HTTP framework',
    breaks: (file, target) =>
      isHttpFramework(target) && !isWiring(file) && !/\.routes\.ts$|^server\/src\/platform\/http\//.test(file.path),
  },
  {
    rule: '4 only realtime and *.socket.ts see Socket.IO',
    breaks: (file, target) =>
      isSocketServer(target) &&
      file.path.startsWith('server/') &&
      !isWiring(file) &&
      !/\.socket\.ts$|^server\/src\/realtime\//.test(file.path),
  },
  {
    rule: '5 ui imports only ui; lib <- state <- api <- outbox <- features <- routes <- app',
    breaks: (file, target) =>
      isWeb(file) &&
      isWeb(target) &&
      file.zone !== target.zone &&
      !webLayers[file.zone ?? '']?.includes(target.zone ?? ''),
  },
  {
    rule: '5 ui knows nothing of chat, so not the contract either',
    breaks: (file, target) => isWeb(file) && file.zone === 'ui' && target.workspace === 'contract',
  },
  {
    rule: '5 web features never import each other',
    breaks: (file, target) => isWeb(file) && file.zone === 'features' && isOtherFeature(file, target),
  },
  {
    rule: '6 only api and outbox call endpoints',
    breaks: (file, target) => callEndpoint.test(target.path) && !['api', 'outbox'].includes(file.zone ?? ''),
  },
  {
    rule: '6 only *.live.ts, the call and transfer machines and app touch the socket',
    breaks: (file, target) =>
      isWeb(file) &&
      ((target.packageName === 'socket.io-client' && !socketModule.test(file.path)) ||
        (socketAccess.test(target.path) && !socketAccess.test(file.path) && !socketListeners.test(file.path))),
  },
  {
    rule: '9 scripts import only each other and Node.js: they run before packages are installed',
    breaks: (file, target) =>
      file.workspace === 'scripts' &&
      !loadedByVitest.test(file.path) &&
      (target.workspace === 'contract' || (isPackage(target) && !target.isDynamic)),
  },
];

/**
 * All violations of docs/architecture.md's rules in the given sources.
 *
 * @param {Sources} sources
 * @returns {Violation[]}
 */
export function findViolations(sources) {
  /** @type {Violation[]} */
  const violations = [];
  /** @type {Map<string, string[]>} */
  const importsByFile = new Map();
  for (const [path, source] of sources) {
    const file = locate(path);
    const code = withoutComments(source);
    const targets = importsOf(path, code, sources);
    if (!file.isTest)
      importsByFile.set(
        path,
        targets.flatMap((target) => (target.path !== undefined && sources.has(target.path) ? [target.path] : [])),
      );
    violations.push(...brokenByImports(file, targets), ...brokenByText(file, code));
  }
  const cycles = findCycles(importsByFile).map((cycle) => ({
    path: cycle[0] ?? '',
    rule: '7 no cycles',
    detail: cycle.join(' -> '),
  }));
  return [...violations, ...cycles];
}

/**
 * @param {Location} file
 * @param {Import[]} imports
 */
function brokenByImports(file, imports) {
  return imports.flatMap((imported) => {
    const target = targetOf(imported);
    return importRules
      .filter((rule) => (!file.isTest || rule.forTests) && rule.breaks(file, target))
      .map(({ rule }) => ({ path: file.path, rule, detail: `imports ${imported.specifier}` }));
  });
}

/**
 * @param {Import} imported
 * @returns {Target}
 */
function targetOf({ path, packageName, isDynamic }) {
  const nowhere = { path: '', workspace: undefined, zone: undefined, feature: undefined, isTest: false };
  return { ...(path === undefined ? nowhere : locate(path)), packageName, isDynamic };
}

/**
 * @param {Location} file
 * @param {string} code
 */
function brokenByText(file, code) {
  if (file.isTest) return [];
  return textRules.filter((rule) => rule.breaks(file, code)).map(({ rule }) => ({ path: file.path, rule, detail: '' }));
}

/**
 * Tests share the stand-ins for external services; those of demo and scripts, and those of the web's client code against
 * the server, start the server as its own tests do.
 *
 * @param {Location} file
 * @param {Target} target
 */
function isTestSupport(file, target) {
  const needsServer =
    ['demo', 'scripts'].includes(file.workspace ?? '') || file.path.startsWith('web/test/convergence/');
  return target.path.startsWith('e2e/stand-ins/') || (needsServer && target.path.startsWith('server/test/'));
}

/**
 * @param {Location} file
 * @param {Target} target
 */
function isOtherFeature(file, target) {
  return target.workspace === file.workspace && target.zone === 'features' && target.feature !== file.feature;
}
