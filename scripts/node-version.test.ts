import { expect, test } from 'vitest';

import { unsupportedNodeMessage } from './node-version.mjs';

test.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '25.1.0'])('[OPS-10] Node.js %s is supported', (version) => {
  expect(unsupportedNodeMessage(version)).toBeUndefined();
});

test.each(['18.20.8', '20.18.3', '21.7.0', '22.11.0'])('[OPS-10] Node.js %s is refused in one sentence', (version) => {
  expect(unsupportedNodeMessage(version)).toMatch(`and this is ${version}`);
});
