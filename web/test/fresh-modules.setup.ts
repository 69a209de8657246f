import { vi } from 'vitest';

// These test files start from modules that nobody has used. A thread of their own would load happy-dom for each.
vi.resetModules();
