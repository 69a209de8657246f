import { TextDecoder } from 'node:util';

/** A page must declare its character encoding within this many bytes. */
const promiseWithinBytes = 1024;

/** Decodes the page while it arrives, by its byte order mark, the response header, the page's own charset, or UTF-8. */
export async function* readText(body: AsyncIterable<Uint8Array>, contentType: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let head = Buffer.alloc(0);
  for await (const chunk of body) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < promiseWithinBytes) continue;
    decoder = decoderFor(head, contentType);
    yield decoder.decode(head, { stream: true });
  }
  if (decoder) yield decoder.decode();
  else yield decoderFor(head, contentType).decode(head);
}

function decoderFor(head: Buffer, contentType: string): TextDecoder {
  const label = byteOrderMark(head) ?? charsetIn(contentType) ?? charsetOfPage(head) ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

function byteOrderMark(head: Buffer): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return null;
}

function charsetOfPage(head: Buffer): string | null {
  const label = charsetIn(head.toString('latin1', 0, promiseWithinBytes));
  // The declaration was readable as single bytes, so the page cannot be UTF-16.
  return label?.toLowerCase().startsWith('utf-16') ? null : label;
}

const charsetIn = (text: string) => /charset\s{0,5}=\s{0,5}["']?([\w:.-]{1,40})/i.exec(text)?.[1] ?? null;

// Characters that change the text direction, and invisible characters without meaning in a title.
const unwanted = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;

/** One line of plain text, of at most `maxLength` characters, that cannot affect the surrounding text. */
export function toLine(text: string, maxLength: number): string {
  // Cut first: there is no need to process a megabyte to keep two hundred characters.
  const line = wellFormed(text.slice(0, maxLength * 20))
    .replace(controls, '')
    .replace(unwanted, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= maxLength) return line;
  const kept = line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '');
  return `${kept.trimEnd()}…`;
}

/** Half a surrogate pair would make the response invalid for strict parsers. */
const wellFormed = (text: string) => Buffer.from(text).toString();
