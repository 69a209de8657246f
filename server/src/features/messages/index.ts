export { broadcastMessages } from './messages.broadcasts.ts';
export { serveMessages } from './messages.routes.ts';
export { createMessages } from './messages.service.ts';
