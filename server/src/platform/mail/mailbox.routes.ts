import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import { toPolicy } from '../http/security-headers.ts';
import { isLoopbackAddress, isLoopbackHost } from '../loopback.ts';
import { renderMailboxHtml, renderMailboxList, renderMailboxMail } from './mailbox-page.ts';
import { listOutbox, readOutboxMail } from './outbox.ts';

const pagePolicy = toPolicy({
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'frame-src': ["'self'"],
  'frame-ancestors': ["'self'"],
});

/** The outgoing mails as a page, for the person who runs the server on their own machine. */
export function serveMailbox(server: FastifyInstance, { outboxDir }: { outboxDir: string }) {
  async function findMail(id: string) {
    const mail = await readOutboxMail(outboxDir, id);
    if (!mail) throw notFound('Mail');
    return mail;
  }

  server.register(async (pages) => {
    pages.addHook('onRequest', async (request, reply) => {
      assertOwnMachine(request);
      reply.headers({
        'content-security-policy': pagePolicy,
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
    });
    pages.get('/dev/mailbox', async () => renderMailboxList(await listOutbox(outboxDir)));
    pages.get<{ Params: { id: string } }>('/dev/mailbox/:id', async ({ params }) =>
      renderMailboxMail(await findMail(params.id)),
    );
    pages.get<{ Params: { id: string } }>('/dev/mailbox/:id/html', async ({ params }) =>
      renderMailboxHtml(await findMail(params.id)),
    );
  });
}

/** The peer itself, not what a proxy says of it; and a loopback name, or a page elsewhere could rebind its own to reach us. */
function assertOwnMachine(request: FastifyRequest) {
  const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
  if (!isLoopbackAddress(request.socket.remoteAddress ?? '') || !isLoopbackHost(host)) throw notFound('Page');
}
