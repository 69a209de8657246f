import { type JsonSchema, shapeOf } from '@chat-app/contract/reference/shape';
import { html, type Html } from './html.ts';
import type { OpenApiDocument } from './openapi.ts';

/** A shape as code, with a link for each name that is described below. */
export function renderShape(shape: string, names: readonly string[]): Html {
  const pieces = shape.split(/\b([A-Z]\w+)\b/);
  return html`<code
    >${pieces.map((piece) => (names.includes(piece) ? html`<a href="#${piece}">${piece}</a>` : html`${piece}`))}</code
  >`;
}

/** The shapes that responses share, each with its fields. */
export function renderShapes({ components }: OpenApiDocument): Html {
  const names = Object.keys(components.schemas);
  return html`<section id="shapes">
    <h2>Schemas</h2>
    ${Object.entries(components.schemas).map(
      ([name, schema]) =>
        html`<article id="${name}">
          <h3><a href="#${name}">${name}</a></h3>
          ${renderFields(schema, names)}
        </article>`,
    )}
  </section>`;
}

function renderFields({ properties = {}, required = [] }: JsonSchema, names: readonly string[]): Html {
  return html`<ul class="fields">
    ${Object.entries(properties).map(
      ([name, schema]) =>
        html`<li>
          <b>${name}</b><span>${required.includes(name) ? '' : 'optional'}</span>${renderShape(
            typeof schema === 'object' ? shapeOf(schema) : 'anything',
            names,
          )}
        </li>`,
    )}
  </ul>`;
}
