import { findCycles, importsOf, withoutComments } from './source-imports.mjs';

/** The only allowed imports from one server feature into another. */
const featureEdges = {
  auth: ['users'],
  friendships: ['users'],
  chats: ['users', 'friendships'],
  messages: ['chats', 'uploads'],
  calls: ['chats', 'presence'],
  'file-transfer': ['chats', 'presence'],
  push: ['chats'],
};

/** Zones of the web client that know nothing of the server's answers or of the state of this tab. */
const webBase = ['browser', 'format', 'tabs', 'lib'];

/** What each zone of the web client may import besides itself. */
const webFloors = {
  ui: [],
  browser: [],
  format: [],
  tabs: [],
  lib: ['browser', 'format', 'tabs'],
  'service-worker': ['format', 'lib'],
  rtc: webBase,
  state: webBase,
  attention: [...webBase, 'state'],
  api: [...webBase, 'state'],
  outbox: [...webBase, 'state', 'api'],
  features: [...webBase, 'rtc', 'state', 'attention', 'api', 'outbox', 'ui'],
  routes: [...webBase, 'rtc', 'state', 'attention', 'api', 'outbox', 'ui', 'features'],
  app: [...webBase, 'rtc', 'state', 'attention', 'api', 'outbox', 'ui', 'features', 'routes'],
  main: [...webBase, 'rtc', 'state', 'attention', 'api', 'outbox', 'ui', 'features', 'routes', 'app'],
};

const isHttpFramework = (name) => name === 'fastify' || name?.startsWith('@fastify/') || name?.startsWith('fastify-');
const isSocketServer = (name) => name === 'socket.io' || name?.startsWith('@socket.io/');
const isServer = (file) => file.room === 'server';
const isWeb = (file) => file.room === 'web';
const isWiring = (file) => file.zone === 'app' || file.zone === 'main';
const callEndpoint = /^web\/src\/lib\/call-endpoint\.tsx?$/;
const socketModule = /^web\/src\/lib\/socket\.ts$/;
/** The modules that send and receive. `emit-with-ack.ts` imports the socket's type from the module next to it. */
const socketAccess = /^web\/src\/(?:lib\/(?:socket|emit-with-ack)|api\/socket\.live)\.ts$/;
const socketListeners = /\.live\.tsx?$|^web\/src\/(?:app|features\/(?:calls|file-transfer))\//;
const mayBeIndex = /^contract\/src\/index\.ts$|^server\/src\/features\/[^/]+\/index\.ts$/;
const numericZIndex = /(?<![\w-])-?z-(?:\d|[[(])|\bzIndex\b/;
const maxClassString = 160;
const longString = new RegExp(`(["'\`])((?:(?!\\1|\\n).){${maxClassString + 1},})\\1`, 'g');
const sqlTemplate = /\b(?:sql|tx)(?:<[^`;]*>)?\s*`|\b(?:sql|tx)\.unsafe\(/;

/**
 * Rules about one import: `breaks(file, target)`, where the target is a described file or { packageName }.
 * `forTests` marks those that apply to test files too. Numbers are those of docs/architecture.md.
 */
export const importRules = [
  {
    rule: '1 contract imports zod and nothing else',
    breaks: (file, target) => file.room === 'contract' && target.room !== 'contract' && target.packageName !== 'zod',
  },
  {
    rule: '1 server and web never import each other, and nobody imports the tests',
    forTests: true,
    // The stand-ins for external services (a mail server, Google) serve the server's tests too.
    breaks: (file, target) =>
      target.room !== undefined &&
      ![file.room, 'contract'].includes(target.room) &&
      !(file.isTest && target.path?.startsWith('e2e/stand-ins/')),
  },
  {
    rule: '2 platform and config know no features',
    breaks: (file, target) =>
      isServer(file) &&
      ['platform', 'config'].includes(file.zone) &&
      isServer(target) &&
      !['platform', 'config'].includes(target.zone),
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
        (isOtherFeature(file, target) && !(featureEdges[file.feature] ?? []).includes(target.feature))),
  },
  {
    rule: '4 only *.routes.ts and platform/http see the HTTP framework',
    breaks: (file, target) =>
      isHttpFramework(target.packageName) &&
      !isWiring(file) &&
      !/\.routes\.ts$|^server\/src\/platform\/http\//.test(file.path),
  },
  {
    rule: '4 only realtime and *.socket.ts see Socket.IO',
    breaks: (file, target) =>
      isSocketServer(target.packageName) &&
      !isWiring(file) &&
      !/\.socket\.ts$|^server\/src\/realtime\//.test(file.path),
  },
  {
    rule: '5 ui imports only ui; lib <- state <- api <- outbox <- features <- routes <- app',
    breaks: (file, target) =>
      isWeb(file) && isWeb(target) && file.zone !== target.zone && !(webFloors[file.zone] ?? []).includes(target.zone),
  },
  {
    rule: '5 ui knows nothing of chat, so not the contract either',
    breaks: (file, target) => isWeb(file) && file.zone === 'ui' && target.room === 'contract',
  },
  {
    rule: '5 web features never import each other',
    breaks: (file, target) => isWeb(file) && file.zone === 'features' && isOtherFeature(file, target),
  },
  {
    rule: '6 only api and outbox call endpoints',
    breaks: (file, target) => callEndpoint.test(target.path) && !['api', 'outbox'].includes(file.zone),
  },
  {
    rule: '6 only *.live.ts, the call and transfer machines and app touch the socket',
    breaks: (file, target) =>
      isWeb(file) &&
      ((target.packageName === 'socket.io-client' && !socketModule.test(file.path)) ||
        (socketAccess.test(target.path) && !socketAccess.test(file.path) && !socketListeners.test(file.path))),
  },
];

/** Rules about the text of one file: `breaks(file, code)`. */
export const textRules = [
  {
    rule: '4 only *.repository.ts and platform/db contain SQL',
    breaks: (file, code) =>
      isServer(file) && !/\.repository\.ts$|^server\/src\/platform\/db\//.test(file.path) && sqlTemplate.test(code),
  },
  {
    rule: '4 only config reads the environment',
    breaks: (file, code) => isServer(file) && file.zone !== 'config' && /\bprocess\.env\b/.test(code),
  },
  {
    rule: '4 only lib and browser read the environment of the web build',
    breaks: (file, code) =>
      isWeb(file) && !['lib', 'browser'].includes(file.zone) && /\bimport\.meta\.env\b/.test(code),
  },
  {
    rule: '7 no barrels except contract/src/index.ts and the server features',
    breaks: (file, code) =>
      !mayBeIndex.test(file.path) && (/\/index\.tsx?$/.test(file.path) || /^\s*export \*/m.test(code)),
  },
  {
    rule: '7 no default exports',
    breaks: (file, code) => /^\s*export default\b|\bas default\b[^;]*\}/m.test(code),
  },
  {
    rule: '8 the z-index of a layer has a name of ui/tokens.css',
    breaks: (file, code) => isWeb(file) && numericZIndex.test(code),
  },
  {
    rule: `8 a class string has at most ${maxClassString} characters`,
    breaks: (file, code) => isWeb(file) && [...code.matchAll(longString)].some(([, , text]) => areClasses(text)),
  },
];

/** All violations of docs/architecture.md's rules in the given sources (path -> text). */
export function findViolations(sources) {
  const violations = [];
  const importsByFile = new Map();
  for (const [path, source] of sources) {
    const file = describe(path);
    const code = withoutComments(source);
    const targets = importsOf(path, code, sources);
    if (!file.isTest)
      importsByFile.set(
        path,
        targets.map((target) => target.path).filter((target) => sources.has(target)),
      );
    violations.push(...brokenByImports(file, targets), ...brokenByText(file, code));
  }
  const cycles = findCycles(importsByFile).map((cycle) => ({
    path: cycle[0],
    rule: '7 no cycles',
    detail: cycle.join(' -> '),
  }));
  return [...violations, ...cycles];
}

function brokenByImports(file, targets) {
  return targets.flatMap((target) => {
    const described = target.path === undefined ? target : describe(target.path);
    return importRules
      .filter((rule) => (!file.isTest || rule.forTests) && rule.breaks(file, described))
      .map(({ rule }) => ({ path: file.path, rule, detail: `imports ${target.specifier}` }));
  });
}

function brokenByText(file, code) {
  if (file.isTest) return [];
  return textRules.filter((rule) => rule.breaks(file, code)).map(({ rule }) => ({ path: file.path, rule, detail: '' }));
}

/** Most class names contain a hyphen, a colon or a bracket, which the words of a sentence do not. */
function areClasses(text) {
  const names = text.trim().split(/\s+/);
  return names.filter((name) => /[-:[]/.test(name)).length > names.length / 2;
}

function isOtherFeature(file, target) {
  return target.room === file.room && target.zone === 'features' && target.feature !== file.feature;
}

/** The location of a file: room (workspace), zone (first folder, or the name of a top-level file) and feature. */
function describe(path) {
  const [room, source, first = '', second] = path.split('/');
  const isTest = /\.test\.tsx?$/.test(path) || source === 'test' || room === 'e2e';
  const zone = source === 'src' ? first.replace(/\.tsx?$/, '') : undefined;
  return { path, room, zone, feature: zone === 'features' ? second : undefined, isTest };
}
