import { config } from 'zod';

// The content security policy forbids eval. Without this setting before the first schema, zod tries eval and the
// browser reports a violation.
config({ jitless: true });
