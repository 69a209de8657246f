import { answerTexts } from '@chat-app/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { compilerPolicy, newNonce, pagePolicy, serviceWorkerPolicy } from './security-headers.ts';

interface WebAppOptions {
  readonly folder: string;
  /** The product's title on this installation. */
  readonly title: string;
  readonly socketUrl: string | null;
  readonly hasGoogle: boolean;
}

/** Serves the built web client: its files, and its page for every other path a browser may navigate to. */
export async function serveWebApp(server: FastifyInstance, options: WebAppOptions) {
  const { folder, socketUrl, hasGoogle } = options;
  const page = await readPage(folder);
  await serveManifest(server, options);
  await server.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // The page is rendered for each request and the manifest once at the start; the raw files must not be served too.
    globIgnore: ['index.html*', 'manifest.webmanifest*'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
      if (path.includes('.svg')) reply.type('image/svg+xml; charset=utf-8');
      // With or without the extension of its compressed form.
      if (path.includes('/service-worker.js')) {
        reply.header('cache-control', 'no-cache').header('content-security-policy', serviceWorkerPolicy());
      }
      if (path.includes('/rnnoise-compiler.js')) reply.header('content-security-policy', compilerPolicy());
    },
  });

  server.setNotFoundHandler(async (request, reply) => {
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !/^\/(api|socket\.io|assets|dev)(\/|\?|$)/.test(request.url);
    if (!isPage) throw new AppError('not_found', answerTexts.unknownPath);
    const nonce = newNonce();
    return reply
      .header('content-security-policy', pagePolicy({ nonce, socketUrl, hasGoogle }))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('__CSP_NONCE__', nonce));
  });
}

/** The installed app has the title that the operator configured. */
async function serveManifest(server: FastifyInstance, { folder, title }: WebAppOptions) {
  const text = await readFile(join(folder, 'manifest.webmanifest'), 'utf8').catch(() => '{}');
  const manifest = { ...(JSON.parse(text) as object), name: title, short_name: title };
  server.get('/manifest.webmanifest', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/manifest+json').send(manifest),
  );
}

/** When another process serves the pages and the API, every other path is not found. */
export function serveNoWebApp(server: FastifyInstance) {
  server.setNotFoundHandler(async () => {
    throw new AppError('not_found', answerTexts.unknownPath);
  });
}

async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8');
  } catch {
    return '<!doctype html><title>Chat App</title><p>The web app is not built yet: run <code>npm run build</code>.</p>';
  }
}
