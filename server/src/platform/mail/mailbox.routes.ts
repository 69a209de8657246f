import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { isLocalRequest } from '../http/local-request.ts';
import { toPolicy } from '../http/security-headers.ts';
import { mailboxPath, mailboxScript, renderMailboxHtml, renderMailboxList, renderMailboxMail } from './mailbox-page.ts';
import { listOutbox, readOutboxMail } from './outbox.ts';

const directives = {
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'frame-src': ["'self'"],
  'frame-ancestors': ["'self'"],
};
const pagePolicy = toPolicy(directives);
const listPolicy = toPolicy({
  ...directives,
  'connect-src': ["'self'"],
  'script-src': [`'sha256-${createHash('sha256').update(mailboxScript).digest('base64')}'`],
});

/** Serves the outgoing mails as pages, for a person who runs the server on their own machine. */
export function serveMailbox(server: FastifyInstance, { outboxDir }: { outboxDir: string }) {
  async function findMail(id: string) {
    const mail = await readOutboxMail(outboxDir, id);
    if (!mail) throw notFound('Mail');
    return mail;
  }

  server.register(async (pages) => {
    pages.addHook('onRequest', async (request, reply) => {
      if (!isLocalRequest(request)) throw notFound('Page');
      reply.headers({
        'content-security-policy': pagePolicy,
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
    });
    pages.get<{ Querystring: { to?: unknown } }>(mailboxPath, async ({ query }, reply) => {
      reply.header('content-security-policy', listPolicy);
      const to = typeof query.to === 'string' ? query.to : null;
      return renderMailboxList(await listOutbox(outboxDir), to);
    });
    pages.get<{ Params: { id: string } }>(`${mailboxPath}/:id`, async ({ params }) =>
      renderMailboxMail(await findMail(params.id)),
    );
    pages.get<{ Params: { id: string } }>(`${mailboxPath}/:id/html`, async ({ params }) =>
      renderMailboxHtml(await findMail(params.id)),
    );
  });
}
