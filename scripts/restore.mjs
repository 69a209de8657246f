import { runArchive } from './archive.mjs';

// npm run restore -- file
await runArchive('restore');
