import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'rolldown';

const source = path.join(import.meta.dirname, 'src');

// A worker runs apart from the server, so it needs a file of its own beside main.js.
const workers = readdirSync(source, { recursive: true })
  .filter((file) => /\.worker\.(ts|mjs)$/.test(file))
  .map((file) => [path.parse(file).name, path.join(source, file)]);

/**
 * Packages with native code or with files of their own, and the SDK that only a server with a bucket loads. All others
 * are bundled: finding and compiling their 1,200 files took a third of the start.
 */
const unbundled = ['@aws-sdk', '@node-rs/argon2', 'pg-native', 'sharp', 'tsx'];

export default defineConfig({
  input: {
    main: path.join(source, 'main.ts'),
    archive: path.join(source, 'archive.ts'),
    admin: path.join(source, 'admin.ts'),
    ...Object.fromEntries(workers),
  },
  platform: 'node',
  transform: { target: 'node20' },
  external: (id) => isPackage(id) && unbundled.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [withoutVendorMap()],
  output: {
    dir: path.join(import.meta.dirname, 'dist'),
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups: [{ name: 'vendor', test: /node_modules/ }] },
  },
});

/** It would be six times as large as our own, and Node.js parses the maps of a stack when an error is logged. */
function withoutVendorMap() {
  return {
    name: 'without-vendor-map',
    generateBundle(_options, bundle) {
      for (const file of Object.keys(bundle)) if (/^vendor-.*\.map$/.test(file)) delete bundle[file];
    },
  };
}

function isPackage(id) {
  return !id.startsWith('.') && !path.isAbsolute(id);
}
