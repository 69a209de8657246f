import { common, createLowlight } from 'lowlight';

/** A part of a program's text. The class is that of its colour; empty for what has none. */
export interface CodeToken {
  text: string;
  className: string;
}

/** Longer code stays plain: its grammars are not known to be linear. */
const maxLength = 5_000;
/** Each token is an element. What follows is one more. */
const maxTokens = 1_000;

const colours: Partial<Record<string, string>> = {
  keyword: 'text-(--name-9)',
  literal: 'text-(--name-9)',
  'selector-tag': 'text-(--name-9)',
  string: 'text-(--name-4)',
  regexp: 'text-(--name-4)',
  addition: 'text-(--name-4)',
  number: 'text-(--name-6)',
  symbol: 'text-(--name-6)',
  bullet: 'text-(--name-6)',
  title: 'text-(--name-1)',
  name: 'text-(--name-1)',
  section: 'text-(--name-1)',
  attr: 'text-(--name-2)',
  attribute: 'text-(--name-2)',
  property: 'text-(--name-2)',
  built_in: 'text-(--name-2)',
  type: 'text-(--name-2)',
  comment: 'text-muted',
  quote: 'text-muted',
  meta: 'text-muted',
  deletion: 'text-danger',
};

const lowlight = createLowlight(common);
type Nodes = ReturnType<typeof lowlight.highlight>['children'];

/**
 * Splits code into coloured parts; null if the language is unknown or the code is too long. Loaded as a separate chunk,
 * when the first code block with a language is shown.
 */
export function highlight(language: string, code: string): CodeToken[] | null {
  if (code.length > maxLength || !lowlight.registered(language)) return null;
  const tokens = tokensOf(lowlight.highlight(language, code).children, '');
  const rest = tokens.splice(maxTokens).map(({ text }) => text);
  return rest.length === 0 ? tokens : [...tokens, { text: rest.join(''), className: '' }];
}

/** The colour of an element is that of its own class, or else of what surrounds it. */
function tokensOf(nodes: Nodes, inherited: string): CodeToken[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [{ text: node.value, className: inherited }];
    if (node.type !== 'element') return [];
    const names = Array.isArray(node.properties['className']) ? node.properties['className'].map(String) : [];
    const kind = names[0]?.replace('hljs-', '') ?? '';
    // `${...}` in a string is code again.
    const className = kind === 'subst' ? '' : (colours[kind] ?? inherited);
    return tokensOf(node.children, className);
  });
}
