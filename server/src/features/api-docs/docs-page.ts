import { getOpenApi } from '@chat-app/contract';
import { listClientEvents, listServerEvents } from '@chat-app/contract/reference/events';
import { listCalls, renderCalls, renderErrors, renderRates } from './docs-calls.ts';
import { renderEvents } from './docs-events.ts';
import { renderShapes } from './docs-shapes.ts';
import { docsStyles } from './docs-styles.ts';
import { html, type Html, prose } from './html.ts';
import type { OpenApiDocument } from './openapi.ts';

/** The whole reference on one page, so that the browser's search finds everything. No scripts, no external files. */
export function renderDocsPage(document: OpenApiDocument, { title, nonce }: { title: string; nonce: string }): string {
  const names = Object.keys(document.components.schemas);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} API</title>
        <style nonce="${nonce}">
          ${{ markup: docsStyles }}
        </style>
      </head>
      <body>
        <a class="skip" href="#calls">Skip to the endpoints</a>
        <header>
          <h1>${title} API</h1>
          <p>${prose(document.info.description)}</p>
          <p>
            Machine-readable version: <a href="${getOpenApi.path}">OpenAPI ${document.openapi}</a>. Press Ctrl+F to
            search.
          </p>
          <dl>${renderRates(document['x-rate-limits'])}</dl>
        </header>
        <nav aria-label="Contents">${renderContents(document)}</nav>
        <main>
          <div id="calls">${renderCalls(document)}</div>
          ${renderErrors()} ${renderShapes(document)} ${renderEvents(names)}
        </main>
      </body>
    </html> `;
  return page.markup;
}

function renderContents(document: OpenApiDocument): Html {
  const calls = listCalls(document);
  const eventLinks = (prefix: string, events: readonly { name: string }[]) =>
    events.map(({ name }) => html`<li><a href="#${prefix}-${name}">${name}</a></li>`);
  return html`${document.tags.map(
      (tag) =>
        html`<h2><a href="#calls-${tag.name}">${tag.name}</a></h2>
          <ul>
            ${calls
              .filter(({ operation }) => operation.tags.includes(tag.name))
              .map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
          </ul>`,
    )}
    <h2><a href="#errors">Error codes</a></h2>
    <h2><a href="#shapes">Schemas</a></h2>
    <h2><a href="#events-sent">Client events</a></h2>
    <ul>
      ${eventLinks('send', listClientEvents())}
    </ul>
    <h2><a href="#events-received">Server events</a></h2>
    <ul>
      ${eventLinks('receive', listServerEvents())}
    </ul>`;
}
