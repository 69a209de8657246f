import { expect, test } from 'vitest';

import { findForbidden, listPackages } from './licences.mjs';

const aPackage = (licence: string | undefined, given = {}) => {
  return { name: 'thing', version: '1.0.0', licence, isForDevelopment: false, ...given };
};

test('[OPS-50] a licence is agreed to or not, or only for the package or the use it was approved for', () => {
  const allowed = [
    ...['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT'].map((licence) => aPackage(licence)),
    aPackage('LGPL-3.0-or-later', { name: '@img/sharp-libvips-linux-x64' }),
    aPackage('MPL-2.0', { isForDevelopment: true }),
  ];
  const copyleft = ['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', 'LGPL-3.0-or-later', 'MPL-2.0'];
  const forbidden = [...copyleft, 'SEE LICENSE IN FILE', undefined];
  expect(allowed.filter((one) => findForbidden([one]).length > 0)).toEqual([]);
  expect(forbidden.filter((licence) => findForbidden([aPackage(licence)]).length !== 1)).toEqual([]);
});

test('[OPS-50] the licence of every package is allowed', async () => {
  const packages = await listPackages();
  expect(packages.length).toBeGreaterThan(100);
  expect(findForbidden(packages)).toEqual([]);
});
