import { escapeHtml } from '../../platform/mail/templates/escape-html.ts';

/** Markup that is safe to insert into a page unescaped. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | readonly Html[] | null;

/** A template for markup: inserted values are escaped, unless they are markup. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = pieces.reduce((text, piece, index) => text + toMarkup(parts[index - 1] ?? null) + piece);
  return { markup };
}

function toMarkup(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** A sentence in which `backticks` mark code, as in Markdown. */
export function prose(text: string): Html {
  return { markup: escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>') };
}
