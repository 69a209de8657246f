export { createIceServers } from './ice-servers.ts';
export { serveTools } from './tools.routes.ts';
export { createTools } from './tools.service.ts';
