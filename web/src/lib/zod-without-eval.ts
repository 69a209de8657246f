import { config } from 'zod';

// The page's content policy forbids eval. Unless told before the first schema is made, zod tries it and the browser
// reports a violation.
config({ jitless: true });
