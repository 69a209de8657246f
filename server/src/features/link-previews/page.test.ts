import { describe, expect, test } from 'vitest';
import { readHead } from './page-head.ts';
import { readText, toLine } from './page-text.ts';
import { presentLinkPreview } from './link-previews.presenter.ts';

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function previewOf(page: string | Uint8Array, { contentType = 'text/html', pieces = 65_536 } = {}) {
  const bytes = typeof page === 'string' ? Buffer.from(page) : page;
  const head = await readHead(readText(inPieces(bytes, pieces), contentType));
  return presentLinkPreview(head, (address) => (URL.canParse(address) ? new URL(address) : null));
}
const titleOf = async (page: string | Uint8Array, options = {}) => (await previewOf(page, options))?.title;

describe('[PRV-14] the metadata of a page', () => {
  test.each([
    ['<meta property="og:title" content="OG"><meta name="twitter:title" content="TW"><title>T</title>', 'OG'],
    ['<title>T</title><meta name="twitter:title" content="TW">', 'TW'],
    ['<title>T</title>', 'T'],
    ['<title>T</title><title>Second</title>', 'T'],
    ['<meta property="og:title" content="First"><meta property="og:title" content="Second">', 'First'],
    ['<meta property="og:title" content=" "><title>T</title>', 'T'],
    ['<meta property="og:title" content="&#8238;"><title>T</title>', 'T'],
    ['<META CONTENT=Loud PROPERTY=OG:TITLE>', 'Loud'],
    ['<meta name="og:title" content="By name"/>', 'By name'],
    ['<title>A &amp; B &lt;i&gt; &#x1F600; &nbsp; &copy</title>', 'A & B <i> 😀 ©'],
    ['<title>\n  Many\t\n lines </title>', 'Many lines'],
    ['<title>Not closed', 'Not closed'],
    ['<script>"<title>no</title>"</script><style><title>no</title></style><title>T</title>', 'T'],
    ['<!--<title>no</title>--><title>T</title>', 'T'],
    ['<head></head><meta property="og:title" content="Late"><title>Late</title>', undefined],
    ['<body><title>Late</title>', undefined],
    ['<meta property="__proto__" content="x"><meta name="constructor" content="x"><title>T</title>', 'T'],
  ])('%s', async (page, title) => {
    expect(await titleOf(page)).toBe(title);
    expect(await titleOf(page, { pieces: 1 })).toBe(title);
  });

  test('the description and the image have a precedence too', async () => {
    const page = `<meta name="description" content="D"><meta property="og:description" content="OG">
      <meta property="og:image" content="http://a.example/1.png">
      <meta property="og:image:secure_url" content="https://a.example/2.png">`;
    expect(await previewOf(page)).toEqual({
      title: '',
      description: 'OG',
      image: { url: '/api/tools/image-proxy?url=https%3A%2F%2Fa.example%2F2.png' },
      screenshot: null,
    });
  });
});

describe('[PRV-15] the encoding of a page', () => {
  const latin = Buffer.from('<title>caf\xe9</title>', 'latin1');
  const japanese = Buffer.from('<title>\x83\x65\x83\x58\x83\x67</title>', 'latin1');
  const oldMeta = Buffer.from('<meta http-equiv=content-type content="text/html; charset = iso-8859-1">');
  const padding = Buffer.from(' '.repeat(1024));
  const meta = (charset: string) => Buffer.from(`<meta charset="${charset}">`);
  test.each<[string, Buffer, string, string]>([
    ['what the server says', latin, 'text/html; charset=ISO-8859-1', 'café'],
    ['what the server says in quotes', latin, 'text/html;charset="windows-1252"', 'café'],
    ['what the page says', Buffer.concat([meta('latin1'), latin]), 'text/html', 'café'],
    ['what the page says in the old way', Buffer.concat([oldMeta, latin]), 'text/html', 'café'],
    ['Shift_JIS', japanese, 'text/html; charset=shift_jis', 'テスト'],
    ['UTF-8 with nothing said', Buffer.from('<title>naïve</title>'), 'text/html', 'naïve'],
    ['UTF-8 with a mark, whatever is said', Buffer.from('\ufeff<title>ü</title>'), 'text/html; charset=latin1', 'ü'],
    ['UTF-16 with a mark', Buffer.from('\ufeff<title>ü</title>', 'utf16le'), 'text/html', 'ü'],
    ['UTF-16 said by a page that is not', Buffer.concat([meta('utf-16'), Buffer.from('<title>ü</title>')]), '', 'ü'],
    ['unknown letters', Buffer.from('<title>ü</title>'), 'text/html; charset=klingon', 'ü'],
    ['UTF-7, which nobody reads any more', Buffer.from('<title>+ADw-</title>'), 'text/html; charset=utf-7', '+ADw-'],
    ['what is said too late', Buffer.concat([padding, meta('latin1'), padding, latin]), 'text/html', 'caf\ufffd'],
    ['bytes that mean nothing', Buffer.from('<title>a\xff\xfeb</title>', 'latin1'), 'text/html', 'a\ufffd\ufffdb'],
  ])('%s', async (_, page, contentType, title) => {
    expect(await titleOf(page, { contentType })).toBe(title);
    expect(await titleOf(page, { contentType, pieces: 1 })).toBe(title);
  });
});

describe('[PRV-16] a line of text', () => {
  test.each([
    ['  a \n\t b\u2028c ', 'a b c'],
    ['a\u0000b\u0007c\u007fd\u009fe', 'abcde'],
    ['\u202eevil\u202c \u2066x\u2069\u200f\u061c', 'evil x'],
    ['\u200b\ufeff', ''],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['می‌خواهم', 'می‌خواهم'],
    ['1234567890', '1234567890'],
    ['12345678901', '123456789…'],
    ['12345678 0123', '12345678…'],
    ['12345678😀😀', '12345678…'],
    ['\ud83d', '\ufffd'],
  ])('%j becomes %j', (text, line) => {
    expect(toLine(text, 10)).toBe(line);
  });
});

describe('[PRV-6] a hostile page is read no further than necessary', () => {
  test('that consists of one part, over and over', async () => {
    const tags = '<b> <x> </x> <title> <svg> <p> <form> </p> </br> <math><mi> <svg><desc> <table>'.split(' ');
    const others = ['<x y>', '<meta name=a content=b>', '<!--', '&amp', '&', '<', '<a b=c', ' a=', '<![CDATA[', '<?'];
    const wrong: string[] = [];
    for (const part of [...tags, ...others]) {
      const title = await titleOf(`<title>First</title>${part.repeat(Math.ceil(300_000 / part.length))}`);
      if (title !== 'First') wrong.push(part);
    }
    expect(wrong).toEqual([]);
  });

  test('metas beyond five hundred do not count', async () => {
    const page = (count: number) => `${'<meta name=a content=b>'.repeat(count)}<meta name=og:title content=Found>`;
    expect(await titleOf(page(499))).toBe('Found');
    expect(await titleOf(page(500))).toBeUndefined();
  });

  test('content after the head is not read', async () => {
    let taken = 0;
    async function* page() {
      for (const text of ['<head><title>T</title>', '</head>', '<p>', '<p>']) {
        taken += 1;
        yield text;
      }
    }
    expect((await readHead(page())).title).toBe('T');
    expect(taken).toBe(2);
  });
});
