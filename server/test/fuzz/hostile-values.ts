import type { Random } from '../random.ts';

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);

/** Values an attacker might send in place of valid ones. */
const values: (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 2 ** 53,
  () => -(2 ** 63),
  () => 1e308,
  () => '',
  () => ' ',
  () => '\u0000',
  () => '\uD800',
  () => '\u202Etxt.exe',
  () => 'a'.repeat(10_001),
  () => '\u{1F469}\u200D'.repeat(500),
  () => 'e\u0301'.repeat(2000),
  () => '../../../etc/passwd',
  () => '%2e%2e%2f%00',
  () => "' or 1=1; drop table users; --",
  () => '<script>alert(1)</script>',
  () => '{{constructor.constructor("return 1")()}}',
  () => 'http://127.0.0.1:1/',
  () => 'javascript:alert(1)',
  () => 'data:audio/webm;base64,AAAA',
  () => '00000000-0000-0000-0000-000000000000',
  () => 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  () => 'NaN',
  () => '1e999',
  () => '2026-02-30T25:61:61Z',
  () => [],
  () => [null],
  () => Array.from({ length: 2000 }, () => 'x'),
  () => nested(200),
  () => ({}),
  () => ({ length: 1e9 }),
  () => ({ toString: 'x', valueOf: 1 }),
  () => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}') as unknown,
  () => ({ $gt: '' }),
  () => Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index])),
];

export const hostile = (random: Random): unknown => random.pick(values)();
