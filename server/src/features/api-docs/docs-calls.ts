import { type ErrorCode, errorStatuses } from '@chat-app/contract';
import { errorReference } from '@chat-app/contract/reference/error-texts';
import { shapeOf } from '@chat-app/contract/reference/shape';
import type { NamedRate } from '../../platform/call-rates.ts';
import { renderShape } from './docs-shapes.ts';
import { html, type Html, prose } from './html.ts';
import type { OpenApiDocument, Operation } from './openapi.ts';

export interface ListedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export const listCalls = ({ paths }: OpenApiDocument): ListedCall[] =>
  Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Every call, grouped by tag. */
export function renderCalls(document: OpenApiDocument): Html[] {
  const calls = listCalls(document);
  const names = Object.keys(document.components.schemas);
  return document.tags.map(
    ({ name }) =>
      html`<section id="calls-${name}">
        <h2>${name}</h2>
        ${calls.filter(({ operation }) => operation.tags.includes(name)).map((call) => renderCall(call, names))}
      </section>`,
  );
}

function renderCall({ method, path, operation }: ListedCall, names: readonly string[]): Html {
  const { operationId, summary, description } = operation;
  return html`<article id="${operationId}">
    <h3>
      <a href="#${operationId}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></a>
    </h3>
    <p class="summary">${prose(summary)}</p>
    ${description === undefined ? null : html`<p>${prose(description)}</p>`}
    <dl>
      <dt>Access</dt>
      <dd>${accessTexts[operation['x-access']]} ${prose(operation['x-right'] ?? '')}</dd>
      ${renderInput(operation, names)} ${renderAnswers(operation, names)}
      <dt>Errors</dt>
      <dd class="codes">
        ${codesOf(operation).map((code) => html`<a href="#error-${code}">${errorStatuses[code]} ${code}</a>`)}
      </dd>
      ${renderRates(operation['x-rate-limits'] ?? [])}
    </dl>
  </article>`;
}

const accessTexts = {
  public: 'No session required.',
  'signed-in': 'Requires a session.',
  verified: 'Requires a session and a verified email address.',
  admin: 'Requires a session of an administrator. For everybody else it does not exist (404).',
};

function renderInput({ parameters = [], requestBody }: Operation, names: readonly string[]): Html | null {
  const [type, { schema } = { schema: {} }] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const { properties = {}, required = [] } = schema;
  const body = Object.entries(properties).map(([name, field]) => ({
    name,
    place: type === 'application/json' ? 'body' : 'form',
    isRequired: required.includes(name),
    field: typeof field === 'object' ? field : {},
  }));
  const fields = [
    ...parameters.map(({ name, in: place, required: isRequired, schema: field }) => ({
      name,
      place,
      isRequired,
      field,
    })),
    ...body,
  ];
  if (fields.length === 0) return null;
  return html`<dt>Parameters</dt>
    <dd>
      <ul class="fields">
        ${fields.map(
          ({ name, place, isRequired, field }) =>
            html`<li>
              <b>${name}</b><span>${place}${isRequired ? '' : ', optional'}</span>${
                field.contentMediaType === undefined
                  ? renderShape(shapeOf(field) + defaultText(field.default), names)
                  : html`<code>a file</code>`
              }
            </li>`,
        )}
      </ul>
    </dd>`;
}

const defaultText = (value: unknown) => (value === undefined ? '' : `, default ${JSON.stringify(value)}`);

const isRefusal = (status: string) => Number(status) >= 400 && status !== '416';

function renderAnswers({ responses }: Operation, names: readonly string[]): Html {
  const good = Object.entries(responses).filter(([status]) => !isRefusal(status));
  return html`<dt>Responses</dt>
    <dd>
      <ul class="answers">
        ${good.map(([status, { description, content }]) => {
          const types = Object.entries(content ?? {});
          const shapes = types.map(([type, { schema }]) =>
            type === 'application/json' && Object.keys(schema).length > 0
              ? renderShape(shapeOf(schema), names)
              : html`<code>${type}</code>`,
          );
          return html`<li><b>${status}</b> ${description === 'Success' ? null : prose(description)} ${shapes}</li>`;
        })}
      </ul>
    </dd>`;
}

function codesOf({ responses }: Operation): ErrorCode[] {
  return Object.entries(responses)
    .filter(([status]) => isRefusal(status))
    .flatMap(([, { content }]) => Object.keys(content?.['application/json']?.examples ?? {}) as ErrorCode[]);
}

export function renderRates(rates: readonly NamedRate[]): Html | null {
  if (rates.length === 0) return null;
  return html`<dt>Rate limits</dt>
    <dd>
      <ul>
        ${rates.map(({ limit, windowMs, of }) => html`<li>${limit} ${of} in ${spanText(windowMs)}</li>`)}
      </ul>
    </dd>`;
}

function spanText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${seconds / 60} minutes` : `${seconds / 3600} hours`;
}

/** Every error code with its status, its meaning and an example message. */
export function renderErrors(): Html {
  return html`<section id="errors">
    <h2>Error codes</h2>
    <ul class="card">
      ${Object.entries(errorReference).map(
        ([code, { meaning, example }]) =>
          html`<li id="error-${code}">
            <b><code>${code}</code> ${errorStatuses[code as ErrorCode]}</b>
            <p>${prose(meaning)}</p>
            <p class="muted">“${example}”</p>
          </li>`,
      )}
    </ul>
  </section>`;
}
