import path from 'node:path';

// Strings and templates are matched first, so that '//' inside them is not a comment.
const stringOrComment = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const staticForms = [
  /(?:^|[;\n}])\s*(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /(?:^|[;\n}])\s*import\s*['"]([^'"]+)['"]/g,
];
const dynamicForms = [/\bimport\(\s*['"`]([^'"`]+)['"`]\s*[),]/g];

/**
 * What a module imports: a file of the repository (`path`) or a package (`packageName`).
 *
 * @typedef {object} Import
 * @property {string} specifier
 * @property {string} [path]
 * @property {string} [packageName]
 * @property {boolean} isDynamic
 */

/**
 * The text of each module, by its path in the repository.
 *
 * @typedef {ReadonlyMap<string, string>} Sources
 */

/**
 * The source without its comments, which may quote code that the rules forbid.
 *
 * @param {string} source
 */
export function withoutComments(source) {
  return source.replaceAll(stringOrComment, (_, string) => string ?? '');
}

/**
 * The imports of a file: repository paths for our own files, package names for the rest.
 *
 * @param {string} file
 * @param {string} code
 * @param {Sources} sources
 * @returns {Import[]}
 */
export function importsOf(file, code, sources) {
  return [
    ...specifiersIn(code, staticForms).map((name) => ({ ...resolve(file, name, sources), isDynamic: false })),
    ...specifiersIn(code, dynamicForms).map((name) => ({ ...resolve(file, name, sources), isDynamic: true })),
  ];
}

/**
 * @param {string} code
 * @param {RegExp[]} forms
 */
function specifiersIn(code, forms) {
  return [...new Set(forms.flatMap((form) => [...code.matchAll(form)].map(([, specifier = '']) => specifier)))];
}

/**
 * @param {string} file
 * @param {string} specifier
 * @param {Sources} sources
 */
function resolve(file, specifier, sources) {
  if (specifier.startsWith('.')) {
    const joined = path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''));
    const candidates = [joined, `${joined}.ts`, `${joined}.tsx`, joined.replace(/\.js$/, '.ts'), `${joined}/index.ts`];
    return { specifier, path: candidates.find((candidate) => sources.has(candidate)) ?? joined };
  }
  const packageName = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (packageName.startsWith('@chat-app/')) return { specifier, path: `${packageName.slice(10)}/src/index.ts` };
  return { specifier, packageName };
}

/**
 * Import cycles, each as the list of its files, with the first one repeated at the end.
 *
 * @param {ReadonlyMap<string, string[]>} importsByFile
 */
export function findCycles(importsByFile) {
  /** @type {string[][]} */
  const cycles = [];
  /** @type {Set<string>} */
  const finished = new Set();
  /** @type {string[]} */
  const trail = [];
  const visit = (/** @type {string} */ file) => {
    const position = trail.indexOf(file);
    if (position >= 0) {
      cycles.push([...trail.slice(position), file]);
      return;
    }
    if (finished.has(file)) return;
    trail.push(file);
    for (const target of importsByFile.get(file) ?? []) visit(target);
    trail.pop();
    finished.add(file);
  };
  for (const file of importsByFile.keys()) visit(file);
  return cycles;
}
