/**
 * Test files that take long and show one case more; only `npm run test:all` runs them. A browser test of this kind has a
 * title that ends with `@long`.
 */
export const longTests = [
  'demo/src/demo.test.ts',
  'demo/src/demo-command.test.ts',
  'server/src/platform/db/embedded-postgres.test.ts',
  'server/src/platform/db/migrate-autovacuum.test.ts',
  'server/src/platform/images/decoder-lifecycle.test.ts',
  'server/test/archive.test.ts',
  'server/test/cluster-faults.test.ts',
  'server/test/cluster-limits.test.ts',
  'server/test/cluster-three-nodes.test.ts',
  'server/test/hostile-images.test.ts',
  'server/test/outage.test.ts',
  'server/test/process-edges.test.ts',
  'server/test/slow-devices.test.ts',
];
