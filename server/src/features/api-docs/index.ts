export { serveApiDocs as startApiDocs } from './api-docs.routes.ts';
export type { OpenApiDocument } from './openapi.ts';
