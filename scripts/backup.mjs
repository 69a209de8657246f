import { runArchive } from './archive.mjs';

// npm run backup [-- file]
await runArchive('backup');
