import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    deadlineMs: number;
  }
}

/** How long a test waits for what it expects, by the speed of the machine. */
export const deadlineMs = inject('deadlineMs');
