import { afterEach } from 'vitest';
import { runStepsAfterTest } from './after-test.ts';

// Not in after-test.ts: test files share loaded modules, and a hook belongs to the file that loads its module first.
afterEach(runStepsAfterTest);
