import { socketLimits } from '@chat-app/contract';
import { listClientEvents, listServerEvents } from '@chat-app/contract/reference/events';
import { renderShape } from './docs-shapes.ts';
import { html, type Html, prose } from './html.ts';

type Args = ReturnType<typeof listClientEvents>[number]['args'];

/** The socket events in both directions. */
export function renderEvents(names: readonly string[]): Html[] {
  return [
    html`<section id="events-sent">
      <h2>Client events</h2>
      <p>
        Clients connect with Socket.IO to <code>/socket.io</code>, using the session cookie of a verified user. Every
        event may carry an acknowledgement, which is called once with <code>{ ok: true }</code> or
        <code>{ ok: false, code, message }</code>, where <code>code</code> is one of the error codes. Without an
        acknowledgement, a refusal is sent as <code>errorMessage</code>, or as <code>fileTransferError</code> for a file
        request that failed. A refused event has no effect. A refused connection gets <code>connect_error</code> with
        <code>data.code</code>: <code>unauthenticated</code>, <code>rate_limited</code> or <code>unavailable</code>. A
        person may send at most ${socketLimits.eventsPerMinute} events a minute, over all connections to a process;
        events with their own rate limit are counted separately.
      </p>
      ${listClientEvents().map(
        ({ name, args, effect, who, answer, limit }) =>
          html`<article id="send-${name}">
            <h3>
              <a href="#send-${name}"><code>${name}</code></a>
            </h3>
            <p class="summary">${prose(effect)}</p>
            <dl>
              <dt>Access</dt>
              <dd>${who}</dd>
              ${renderArgs(args, names)}
              ${
                answer === ''
                  ? null
                  : html`<dt>Server sends</dt>
                      <dd>${prose(answer)}</dd>`
              }
              ${
                limit === ''
                  ? null
                  : html`<dt>Rate limit</dt>
                      <dd>${limit}</dd>`
              }
            </dl>
          </article>`,
      )}
    </section>`,
    html`<section id="events-received">
      <h2>Server events</h2>
      ${listServerEvents().map(
        ({ name, args, meaning, to }) =>
          html`<article id="receive-${name}">
            <h3>
              <a href="#receive-${name}"><code>${name}</code></a>
            </h3>
            <p class="summary">${prose(meaning)}</p>
            <dl>
              <dt>Recipients</dt>
              <dd>${prose(to)}</dd>
              ${renderArgs(args, names)}
            </dl>
          </article>`,
      )}
    </section>`,
  ];
}

function renderArgs(args: Args, names: readonly string[]): Html | null {
  if (args.length === 0) return null;
  return html`<dt>Arguments</dt>
    <dd>
      <ol class="fields">
        ${args.map(
          ({ name, shape, isOptional }) =>
            html`<li><b>${name}</b><span>${isOptional ? 'optional' : ''}</span>${renderShape(shape, names)}</li>`,
        )}
      </ol>
    </dd>`;
}
