import { afterEach } from 'vitest';
import { closeApp } from './open-app.tsx';

// Registered for each test file. Files share modules, so a hook in a module would run only for the first file.
afterEach(closeApp);
