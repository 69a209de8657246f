import { describe, expect, test } from 'vitest';

import { findForbidden, listPackages } from './licences.mjs';

const aPackage = (licence: string | undefined, { name = 'thing', isForDevelopment = false } = {}) => ({
  name,
  version: '1.0.0',
  licence,
  isForDevelopment,
});

describe('[OPS-50] a licence', () => {
  test.each(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT'])('is agreed to: %s', (licence) => {
    expect(findForbidden([aPackage(licence)])).toEqual([]);
  });

  test.each([
    'GPL-3.0',
    'AGPL-3.0-only',
    'MIT AND GPL-2.0',
    'LGPL-3.0-or-later',
    'MPL-2.0',
    'SEE LICENSE IN FILE',
    undefined,
  ])('is not: %s', (licence) => {
    expect(findForbidden([aPackage(licence)])).toHaveLength(1);
  });

  test('is allowed only for the package, or the use, it was approved for', () => {
    expect(findForbidden([aPackage('LGPL-3.0-or-later', { name: '@img/sharp-libvips-linux-x64' })])).toEqual([]);
    expect(findForbidden([aPackage('MPL-2.0', { isForDevelopment: true })])).toEqual([]);
  });

  test('of every package is allowed', async () => {
    const packages = await listPackages();
    expect(packages.length).toBeGreaterThan(100);
    expect(findForbidden(packages)).toEqual([]);
  });
});
