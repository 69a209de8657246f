import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallFrame, SourcePosition } from './cpu-profile.ts';

/** Finds functions of the built program in its source, by the source maps beside it. */
export function createLocator(programDir: string): (frame: CallFrame) => SourcePosition {
  const maps = new Map<string, SourceMap | null>();
  function mapOf(file: string): SourceMap | null {
    const known = maps.get(file);
    if (known !== undefined) return known;
    const map = readMap(file);
    maps.set(file, map);
    return map;
  }
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return { path: url, line: url === '' ? 0 : lineNumber + 1 };
    const file = fileURLToPath(url);
    const entry = mapOf(file)?.findEntry(lineNumber, columnNumber);
    if (entry && 'originalSource' in entry) {
      const source = resolve(dirname(file), entry.originalSource);
      return { path: shorten(source, programDir), line: entry.originalLine + 1 };
    }
    return { path: shorten(file, programDir), line: lineNumber + 1 };
  };
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
}

/** Relative to the program; packages may be installed elsewhere. */
function shorten(file: string, programDir: string): string {
  const packages = file.lastIndexOf('/node_modules/');
  return packages < 0 ? relative(programDir, file) : file.slice(packages + 1);
}
