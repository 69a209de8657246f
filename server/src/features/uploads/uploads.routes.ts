import { getUpload, uploadImage } from '@chat-app/contract';
import { notFound } from '../../platform/errors.ts';
import { readForm } from '../../platform/http/read-form.ts';
import { sendBlob } from '../../platform/http/send-blob.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import type { Uploads } from './uploads.service.ts';

const uploadRate = { limit: 60, windowMs: 60_000 };
/** Its address stays the same for those who leave the chat. After this time the browser asks again, and is refused. */
const chatPictureCaching = 'private, max-age=300';

export function serveUploads(serve: Serve, { uploads, blobs }: { uploads: Uploads; blobs: BlobStore }) {
  serve(uploadImage, { rate: uploadRate, deadlineMs: null }, async ({ caller, request }) => {
    const { taken } = await readForm(request, uploadImage, ({ stream }) => uploads.addImage(caller.userId, stream));
    return { url: taken };
  });

  serve(getUpload, { deadlineMs: null, turns: 'downloads' }, async ({ input, caller, request, reply }) => {
    const upload = await uploads.open(caller.userId, input.fileName);
    if (!upload) throw notFound('File');
    await sendBlob(request, reply, {
      etag: `"${upload.fileName}"`,
      contentType: upload.contentType,
      bytes: upload.bytes,
      ...(upload.isChatPicture && { cacheControl: chatPictureCaching }),
      // A voice message is played; its bytes were found to be audio.
      ...(upload.kind === 'file' &&
        !upload.contentType.startsWith('audio/') && {
          downloadName: upload.name ?? upload.fileName,
          signedUrl: (headers) => blobs.signedUrl(upload.fileName, headers),
        }),
      open: (range) => blobs.open(upload.fileName, range),
    });
    return 'file' as const;
  });
}
