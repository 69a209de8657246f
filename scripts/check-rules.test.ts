import { expect, test } from 'vitest';
import { findUntestedRules } from './check-rules.mjs';

const page = `# Behaviour
Only test:all runs XYZ-4 and XYZ-5.

## Things
- **XYZ-1 .. XYZ-3** Three. **XYZ-4** Four. **XYZ-5** Five.
`;

test('[ARCH-2] a rule that no test of each run quotes is found', () => {
  const sources = [
    { file: 'server/src/a.test.ts', text: "test('[XYZ-1] one')" },
    {
      file: 'e2e/b.spec.ts',
      text: "test('two @long', async () => {\n  await test.step('[XYZ-2]')\n});\ntest(\n  '[XYZ-4] four @long')",
    },
    { file: 'server/test/outage.test.ts', text: "test('[XYZ-3] three')" },
  ];
  expect(findUntestedRules(page, sources)).toEqual([
    'docs/behaviour.md: no test of each run quotes XYZ-2',
    'docs/behaviour.md: no test of each run quotes XYZ-3',
    'docs/behaviour.md: no test quotes XYZ-5',
  ]);
});
