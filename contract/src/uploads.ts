import { z } from 'zod';
import { endpoint, FileOutput } from './endpoint.ts';

/** The address of an uploaded file. */
export const uploadPath = (fileName: string) => `/api/uploads/${fileName}`;

export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/tools/upload/image',
  access: 'verified',
  input: z.object({}),
  output: z.object({ url: z.string() }),
  successStatus: 201,
  filePart: 'image',
  errors: ['too_large', 'unsupported_type', 'storage_full'],
});

export const getUpload = endpoint({
  method: 'GET',
  path: '/api/uploads/{fileName}',
  access: 'verified',
  input: z.object({ fileName: z.string() }),
  output: FileOutput,
  errors: ['not_found'],
});
