import { afterEach } from 'vitest';
import { closeApp } from './open-app.tsx';

// Registered for each file: modules are shared between them, so a hook in one would run for the first file only.
afterEach(closeApp);
