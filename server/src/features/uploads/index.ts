export { uploads } from './uploads.repository.ts';
export { serveUploads } from './uploads.routes.ts';
export { createUploads, type StoredFile, tooLarge, type Uploads } from './uploads.service.ts';
