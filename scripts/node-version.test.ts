import { expect, test } from 'vitest';

import { unsupportedNodeMessage } from './node-version.mjs';

test('[OPS-10] versions of Node.js are supported, or refused in one sentence', () => {
  const supported = ['20.19.0', '20.20.2', '22.12.0', '24.0.0', '25.1.0'];
  const refused = ['18.20.8', '20.18.3', '21.7.0', '22.11.0'];
  expect(supported.filter((version) => unsupportedNodeMessage(version) !== undefined)).toEqual([]);
  expect(refused.filter((version) => !unsupportedNodeMessage(version)?.includes(`and this is ${version}`))).toEqual([]);
});
