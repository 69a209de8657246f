import { getForeignImage, getIceServers, getLinkPreview } from '@chat-app/contract';
import { Readable } from 'node:stream';
import { notFound } from '../../platform/errors.ts';
import { sendBlob } from '../../platform/http/send-blob.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { IceServers } from './ice-servers.ts';
import type { Tools } from './tools.service.ts';

const previewRate = { limit: 60, windowMs: 60_000 };
const imageRate = { limit: 120, windowMs: 60_000 };
/** Five seconds to fetch, and as much to wait in the queue; an image is also re-encoded. */
const previewDeadlineMs = 10_000;
const imageDeadlineMs = 15_000;
const iceRate = { limit: 30, windowMs: 60_000 };
const iceDeadlineMs = 5000;

export function serveTools(serve: Serve, { iceServers, tools }: { iceServers: IceServers; tools: Tools }) {
  serve(getIceServers, { rate: iceRate, deadlineMs: iceDeadlineMs }, async ({ input, caller }) => ({
    data: await iceServers.list(caller.userId, input.types.split(',')),
  }));

  serve(getLinkPreview, { rate: previewRate, deadlineMs: previewDeadlineMs }, async ({ input }) => ({
    data: await tools.preview(input.url),
  }));

  serve(getForeignImage, { rate: imageRate, deadlineMs: imageDeadlineMs }, async ({ input, request, reply }) => {
    const image = await tools.image(input.url);
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
  });
}
