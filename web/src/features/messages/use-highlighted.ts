import { useEffect, useState } from 'react';
import type { CodeToken } from './highlight.ts';

/** The coloured parts of code; null while they are loaded, and for code without a known language. */
export function useHighlighted(language: string | null, code: string): readonly CodeToken[] | null {
  const [highlighted, setHighlighted] = useState<{ code: string; tokens: readonly CodeToken[] | null } | null>(null);
  useEffect(() => {
    if (language === null) return undefined;
    let isCurrent = true;
    const load = async () => {
      const { highlight } = await import('./highlight.ts');
      if (isCurrent) setHighlighted({ code, tokens: highlight(language.toLowerCase(), code) });
    };
    // Without the chunk, when offline for example, the code stays as it is.
    load().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [language, code]);
  return highlighted?.code === code ? highlighted.tokens : null;
}
