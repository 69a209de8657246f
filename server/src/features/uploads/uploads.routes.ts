import { getUpload, uploadImage } from '@chat-app/contract';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalidInput, notFound } from '../../platform/errors.ts';
import { sendBlob } from '../../platform/http/send-blob.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import type { Uploads } from './uploads.service.ts';

const uploadRate = { limit: 60, windowMs: 60_000 };

export function serveUploads(serve: Serve, { uploads, blobs }: { uploads: Uploads; blobs: BlobStore }) {
  serve(uploadImage, { rate: uploadRate, deadlineMs: null }, async ({ caller, request }) => {
    const part = await filePart(request, 'image');
    return { url: await uploads.addImage(caller.userId, part.file) };
  });

  serve(getUpload, { deadlineMs: null }, async ({ input, caller, request, reply }) => {
    const upload = await uploads.open(caller.userId, input.fileName);
    if (!upload) throw notFound('File');
    await sendBlob(request, reply, {
      etag: `"${upload.fileName}"`,
      contentType: upload.contentType,
      bytes: upload.bytes,
      open: (range) => blobs.open(upload.fileName, range),
    });
    return 'file' as const;
  });
}

async function filePart(request: FastifyRequest, name: string): Promise<MultipartFile> {
  const part = await request.file().catch((error: unknown) => {
    // The framework's own refusals say what is wrong; the parser's are about what was sent.
    throw error instanceof Error && 'statusCode' in error ? error : invalidInput('The upload could not be read');
  });
  if (part?.fieldname !== name) {
    part?.file.resume();
    throw invalidInput(`Send the file as the part "${name}"`);
  }
  return part;
}
