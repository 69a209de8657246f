import { getForeignImage, getLinkPreview } from '@chat-app/contract';
import { Readable } from 'node:stream';
import { notFound } from '../../platform/errors.ts';
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts';
import { sendBlob } from '../../platform/http/send-blob.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { LinkPreviews } from './link-previews.service.ts';

const previewRate = { limit: 60, windowMs: 60_000 };
const imageRate = { limit: 120, windowMs: 60_000 };
/** Five seconds to wait for a turn, and as many to fetch; an image is also re-encoded. */
const previewDeadlineMs = 11_000;
const imageDeadlineMs = 15_000;

export function serveLinkPreviews(serve: Serve, { linkPreviews }: { linkPreviews: LinkPreviews }) {
  serve(getLinkPreview, { rate: previewRate, deadlineMs: previewDeadlineMs }, async ({ input, caller, reply }) => ({
    data: await linkPreviews.findPreview(input.url, { userId: caller.userId, signal: disconnectSignal(reply) }),
  }));

  serve(
    getForeignImage,
    { rate: imageRate, deadlineMs: imageDeadlineMs },
    async ({ input, caller, request, reply }) => {
      const viewer = { userId: caller.userId, signal: disconnectSignal(reply) };
      const image = await linkPreviews.findImage(input.url, viewer);
      if (!image) throw notFound('Image');
      const { content, contentType, etag } = image;
      await sendBlob(request, reply, {
        etag,
        contentType,
        bytes: content.length,
        cacheControl: 'private, max-age=86400',
        open: async ({ start, end } = { start: 0, end: content.length - 1 }) => ({
          stream: Readable.from([content.subarray(start, end + 1)]),
        }),
      });
      return 'file' as const;
    },
  );
}
