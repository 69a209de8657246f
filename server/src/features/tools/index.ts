export { serveTools } from './tools.routes.ts';
export { createTools } from './tools.service.ts';
