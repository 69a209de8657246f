import { Parser } from 'htmlparser2';

/** The metadata in the head of a page, unprocessed. */
export interface PageHead {
  readonly title: string;
  /** By lower-case name; the first value of each. */
  readonly metaByName: ReadonlyMap<string, string>;
}

/** No regular head is nested deeper, and the parser's work per tag grows with the depth. */
const maxDepth = 32;
const maxTitleLength = 10_000;
/** More than any regular head has; the relevant ones are among the first. */
const maxMetas = 500;

/** Parses the head of a page and stops reading as soon as possible. */
export async function readHead(text: AsyncIterable<string>): Promise<PageHead> {
  const reader = createHeadReader();
  for await (const part of text) {
    reader.write(part);
    if (reader.isDone()) break;
  }
  return reader.finish();
}

function createHeadReader() {
  const metaByName = new Map<string, string>();
  let title: string | null = null;
  let isInTitle = false;
  let meta = { name: '', content: '' };
  let depth = 0;
  let metas = 0;
  let isDone = false;

  const stop = () => {
    isDone = true;
    parser.pause();
  };

  const parser = new Parser({
    onopentagname: (name) => {
      depth += 1;
      if (name === 'body' || depth > maxDepth) stop();
      meta = { name: '', content: '' };
      isInTitle = name === 'title' && title === null;
      if (isInTitle) title = '';
    },
    onattribute: (name, value) => {
      if (name === 'property' || name === 'name') meta.name ||= value.trim().toLowerCase();
      if (name === 'content') meta.content ||= value.trim();
    },
    ontext: (part) => {
      if (isInTitle && title !== null && title.length < maxTitleLength) title += part;
    },
    onclosetag: (name) => {
      depth -= 1;
      isInTitle = false;
      if (name === 'head') stop();
      if (name !== 'meta') return;
      metas += 1;
      if (metas > maxMetas) return stop();
      if (meta.name !== '' && meta.content !== '' && !metaByName.has(meta.name))
        metaByName.set(meta.name, meta.content);
    },
  });

  return {
    write: (part: string) => parser.write(part),
    isDone: () => isDone,
    finish: (): PageHead => {
      if (!isDone) parser.end();
      return { title: title ?? '', metaByName };
    },
  };
}
