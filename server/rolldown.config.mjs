import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'rolldown';

const source = path.join(import.meta.dirname, 'src');

// A worker runs apart from the server, so it needs a file of its own beside main.js.
const workers = readdirSync(source, { recursive: true })
  .filter((file) => /\.worker\.(ts|mjs)$/.test(file))
  .map((file) => [path.parse(file).name, path.join(source, file)]);

export default defineConfig({
  input: {
    main: path.join(source, 'main.ts'),
    archive: path.join(source, 'archive.ts'),
    ...Object.fromEntries(workers),
  },
  platform: 'node',
  transform: { target: 'node20' },
  external: (id) => isPackage(id) && !id.startsWith('@chat-app/'),
  output: {
    dir: path.join(import.meta.dirname, 'dist'),
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});

function isPackage(id) {
  return !id.startsWith('.') && !path.isAbsolute(id);
}
