import path from 'node:path';

// Strings and templates are matched first, so that '//' inside them is not a comment.
const stringOrComment = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const staticForms = [
  /(?:^|[;\n}])\s*(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /(?:^|[;\n}])\s*import\s*['"]([^'"]+)['"]/g,
];
const dynamicForms = [/\bimport\(\s*['"`]([^'"`]+)['"`]\s*[),]/g];

/** The source without its comments, which may quote code that the rules forbid. */
export function withoutComments(source) {
  return source.replaceAll(stringOrComment, (match, string) => string ?? '');
}

/** The imports of a file: repository paths for our own files, package names for the rest. */
export function importsOf(file, code, allFiles) {
  const find = (forms, isDynamic) =>
    [...new Set(forms.flatMap((form) => [...code.matchAll(form)].map((match) => match[1])))].map((specifier) => ({
      ...resolve(file, specifier, allFiles),
      isDynamic,
    }));
  return [...find(staticForms, false), ...find(dynamicForms, true)];
}

function resolve(file, specifier, allFiles) {
  if (specifier.startsWith('.')) {
    const place = path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''));
    const candidates = [place, `${place}.ts`, `${place}.tsx`, place.replace(/\.js$/, '.ts'), `${place}/index.ts`];
    return { specifier, path: candidates.find((candidate) => allFiles.has(candidate)) ?? place };
  }
  const parts = specifier.split('/');
  const packageName = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
  if (packageName.startsWith('@chat-app/')) return { specifier, path: `${packageName.slice(10)}/src/index.ts` };
  return { specifier, packageName };
}

/** Import cycles, each as the list of its files, with the first one repeated at the end. */
export function findCycles(importsByFile) {
  const cycles = [];
  const finished = new Set();
  const trail = [];
  const visit = (file) => {
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
