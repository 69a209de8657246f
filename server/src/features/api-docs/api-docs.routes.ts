import { getApiDocs, getOpenApi } from '@chat-app/contract';
import { newNonce, documentPolicy } from '../../platform/http/security-headers.ts';
import type { Serve } from '../../platform/http/serve.ts';
import { renderDocsPage } from './docs-page.ts';
import { type ApiFacts, describeApi } from './openapi.ts';

/** Serves the API reference for people and programs. Created at the first request, when all routes are registered. */
export function serveApiDocs(serve: Serve, facts: ApiFacts) {
  let document: ReturnType<typeof describeApi> | null = null;
  const describe = () => (document ??= describeApi(facts));

  serve(getApiDocs, {}, async ({ reply }) => {
    const nonce = newNonce();
    reply.header('content-security-policy', documentPolicy(nonce)).type('text/html; charset=utf-8');
    reply.send(renderDocsPage(describe(), { title: facts.title, nonce }));
    return 'file' as const;
  });

  serve(getOpenApi, {}, async ({ reply }) => {
    reply.type('application/json; charset=utf-8').send(describe());
    return 'file' as const;
  });
}
