import { expect, test } from 'vitest';
import { listFiles, readIfExists } from './repository.mjs';

test('[OPS-1] no program uses the URL of its own file as a path, which fails in folders with a space', async () => {
  const files = await listFiles('bench', 'contract', 'demo', 'e2e', 'scripts', 'server', 'web', 'vitest.config.ts');
  const programs = files.filter((file) => /\.(?:m?js|tsx?)$/.test(file));
  const texts = await Promise.all(programs.map(async (file) => ({ file, text: (await readIfExists(file)) ?? '' })));
  const found = texts.filter(({ text }) => /import\.meta\.url\)\.pathname/.test(text)).map(({ file }) => file);
  expect(found).toEqual([]);
});
