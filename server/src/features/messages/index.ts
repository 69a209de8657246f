export { createFileMessages } from './file-messages.service.ts';
export { broadcastMessages } from './messages.broadcasts.ts';
export { serveMessages } from './messages.routes.ts';
export { createMessages } from './messages.service.ts';
export { createPost } from './post.ts';
