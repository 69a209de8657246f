/// <reference types="vitest/config" />
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, defineConfig } from 'vite';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const browserSocket = '../node_modules/socket.io-client/dist/socket.io.esm.min.js';
const apiUrl = process.env['API_URL'] ?? 'http://127.0.0.1:3001';

/** What the main screen always loads and files of later screens share. No screen before it uses any of it. */
const mainParts = [
  /@radix-ui\/react-(menu|dropdown-menu|popper|popover|collection|roving-focus|direction|dialog|alert-dialog|dismissable-layer|focus-scope|presence|use-is-hydrated)/,
  /@floating-ui|react-remove-scroll|aria-hidden/,
  /src\/(ui\/(use-close-on-back|menu|context-menu)|state\/(panels|find-in-chat)|browser\/shortcuts)/,
];

export default defineConfig({
  plugins: [react(), tailwindcss(), withoutJsonSchema(), preloadTextFont(), serviceWorker()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Making a schema, describing a call and naming a class (`__name`, in Radix) change nothing: what no screen uses need
    // not be loaded.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'requiredText', '__name'] },
      // One file for what the first screen loads, and one for the main screen: a dozen tiny ones compress badly.
      output: {
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'] },
            { name: 'main-parts', test: (id) => mainParts.some((part) => part.test(id)) },
          ],
        },
      },
    },
  },
  test: {
    // Node would load the library's version for Node, which does not use the page's WebSocket.
    alias: { 'socket.io-client': fileURLToPath(new URL(browserSocket, import.meta.url)) },
    server: { deps: { inline: [/socket\.io-client/] } },
  },
  server: {
    port: Number(process.env['PORT'] ?? 3000),
    strictPort: true,
    proxy: {
      '/api': apiUrl,
      '/dev': apiUrl,
      '/healthz': apiUrl,
      '/readyz': apiUrl,
      '/socket.io': { target: apiUrl, ws: true },
    },
  },
});

/**
 * Zod attaches converters to JSON Schema to every kind of schema, so that no bundler can leave them out. Only the server's
 * API reference converts schemas; without them the login screen loads 7 KB less.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
      handler: (code) =>
        [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
          .map(([, name]) => `export const ${name} = () => undefined;`)
          .join('\n'),
    },
  };
}

/** The text font's address is known only after hashing; without the hint it starts loading after the style sheet. */
function preloadTextFont(): Plugin {
  return {
    name: 'preload-text-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }): HtmlTagDescriptor[] =>
        Object.keys(bundle ?? {})
          .filter((file) => /inter-latin-wght-normal-[^/]*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  };
}

/** What the screens need. The other alphabets and the emoji are kept when somebody has used them. */
const shellAsset = /^assets\/(?!emoji-picker)(?:.*\.(?:js|css)|inter-latin-wght-normal-[^/]*\.woff2)$/;
const shellFiles = ['/favicon.svg', '/theme.js', '/manifest.webmanifest', '/icons/icon-192.png'];

/** One file beside the page, which knows the names of all the others: they are settled only when those are written. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle: async ({ dir }, bundle) => {
      const assets = Object.keys(bundle).filter((file) => shellAsset.test(file));
      const files = [...shellFiles, ...assets.toSorted().map((file) => `/${file}`)];
      const page = bundle['index.html'];
      const contents = [...files, page?.type === 'asset' ? String(page.source) : ''];
      const version = createHash('sha256').update(contents.join()).digest('hex').slice(0, 12);
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { __SHELL__: JSON.stringify({ version, files }) },
        build: {
          target: 'es2022',
          emptyOutDir: false,
          ...(dir !== undefined && { outDir: dir }),
          rolldownOptions: {
            input: fileURLToPath(new URL('src/service-worker/service.worker.ts', import.meta.url)),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
    },
  };
}
