import { gzipSync } from 'node:zlib';
import { createPng } from './png.ts';

export interface HostileFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The payload of each file: requests a watched URL and changes every title that it can reach. */
export const payload = `fetch('/canary');new Image().src='/canary';document.title='owned';top.document.title='owned';alert(1)`;
const script = `<script>${payload}</script>`;
const attribute = payload.replaceAll("'", '&apos;');
const page = `<!doctype html><html><head><title>x</title>${script}</head><body onload="${attribute}">x</body></html>`;
const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title>${script}</head><body/></html>`;
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
const xslt = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><x><xsl:stylesheet id="s" version="1.0"
  xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">${xhtml}</xsl:template></xsl:stylesheet></x>`;
const archive = (text: string) => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(26), Buffer.from(text)]);
const mail = (body: string) =>
  `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"; type="text/html"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${body}\r\n--b--\r\n`;
const pdf = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);${payload.replaceAll(/[()]/g, '\\$&')})>>>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>`;
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const png = createPng(8, 8);
const append = (image: Buffer, text: string) => Buffer.concat([image, Buffer.from(text)]);

const file = (name: string, mimeType: string, content: string | Buffer): HostileFile => ({
  name,
  mimeType,
  buffer: Buffer.from(content as string),
});

/** The same bytes with several names. */
const filesOf = (content: string, mimeType: string, ...names: string[]) =>
  names.map((name) => file(name, mimeType, content));

const pages = [
  ...filesOf(page, 'text/html', 'page.html', 'page.htm', 'page.shtml', 'page'),
  file('PAGE.HTML', 'TEXT/HTML', page),
  file('page.hta', 'application/hta', page),
  ...filesOf(xhtml, 'application/xhtml+xml', 'page.xhtml', 'page.xht'),
  ...filesOf(mail(page), 'message/rfc822', 'page.mhtml', 'page.eml'),
  file('page.mht', 'multipart/related', mail(page)),
  file('page.html.gz', 'application/gzip', gzipSync(page)),
  file('wide.html', 'text/html; charset=utf-16le', Buffer.from(`\uFEFF${page}`, 'utf16le')),
  file('seven.html', 'text/html; charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
  file('event.html', 'text/html', `<img src=x onerror="${attribute}">`),
  file('frame.html', 'text/html', `<iframe srcdoc="${page.replaceAll('"', '&quot;')}"></iframe>`),
  file('refresh.html', 'text/html', `<meta http-equiv="refresh" content="0;url=javascript:${payload}">`),
  file('embedded.html', 'text/html', `<object data="data:text/html,${encodeURIComponent(page)}"></object>`),
  file('form.html', 'text/html', `<form action="/canary"><input autofocus onfocus="${attribute}"></form>`),
];

const svgFiles = [
  file('drawing.svg', 'image/svg+xml', svg(script)),
  file('load.svg', 'image/svg+xml', svg('', `onload="${attribute}"`)),
  file('page-inside.svg', 'image/svg+xml', svg(`<foreignObject>${xhtml}</foreignObject>`)),
  file('link.svg', 'image/svg+xml', svg(`<a xlink:href="javascript:${attribute}"><text y="9">x</text></a>`)),
  file('animated.svg', 'image/svg+xml', svg(`<set attributeName="href" onbegin="${attribute}" begin="0s"/>`)),
  file('entity.svg', 'image/svg+xml', `<!DOCTYPE svg [<!ENTITY x SYSTEM "/canary">]>${svg('&x;')}`),
  file('drawing.svgz', 'image/svg+xml', gzipSync(svg(script))),
  file('drawing.png', 'image/png', svg(script)),
];

const xmlFiles = [
  file('tree.xml', 'text/xml', xhtml),
  file('tree.xml', 'application/xml', xslt),
  file('tree.xsl', 'text/xsl', xslt),
  file('feed.rss', 'application/rss+xml', `<rss>${xhtml}</rss>`),
  file('feed.atom', 'application/atom+xml', `<feed xmlns="http://www.w3.org/2005/Atom">${xhtml}</feed>`),
  file('window.xul', 'application/vnd.mozilla.xul+xml', xhtml),
  file('sums.mml', 'application/mathml+xml', `<math xmlns="http://www.w3.org/1998/Math/MathML">${xhtml}</math>`),
];

const programs = [
  file('run.js', 'text/javascript', payload),
  file('run.mjs', 'text/javascript', `export default 1;${payload}`),
  file('service.js', 'application/javascript', `${payload};self.onfetch=()=>{}`),
  file('data.json', 'application/json', `(function(){${payload}})()`),
  file('style.css', 'text/css', `@import "/canary";body{background:url(/canary)}`),
  file('words.vtt', 'text/vtt', `WEBVTT\n\n00:00.000 --> 00:09.000\n${script}`),
  file('module.wasm', 'application/wasm', Buffer.from('\0asm\x01\0\0\0', 'latin1')),
  file('film.swf', 'application/x-shockwave-flash', Buffer.concat([Buffer.from('FWS\x06'), Buffer.from(payload)])),
  file('applet.jar', 'application/java-archive', archive(page)),
  file('paper.pdf', 'application/pdf', pdf),
  file('short.url', 'application/internet-shortcut', `[InternetShortcut]\r\nURL=javascript:${payload}\r\n`),
];

const polyglots = [
  file('gif.html', 'image/gif', append(gif, script)),
  file('gif.js', 'image/gif', `GIF89a=1;${payload}`),
  file('png.html', 'image/png', append(png, page)),
  file('bmp.js', 'image/bmp', `BM=1;${payload}`),
  file('sound.mp3', 'audio/mpeg', `ID3${page}`),
  file('riff.webp', 'image/webp', `RIFF${page}WEBP`),
  file('zip.html', 'application/zip', archive(page)),
  file('pdf.html', 'application/pdf', `${pdf}${page}`),
];

const misleadingNames = [
  'photo.png.html',
  'photo.html.png',
  'photo\u202Egnp.html',
  'photo.html\u00A0.png',
  'photo.html.',
  'photo．html',
  '../../index.html',
  'a.txt"; filename="b.html',
  "a.txt; filename*=UTF-8''b.html",
  'a\r\nContent-Type: text/html\r\n\r\n.html',
];

/** At least sixty files. Each claims to be a page, an SVG or a program by its name, its type or its bytes. */
export const hostileFiles: readonly HostileFile[] = [
  ...pages,
  ...svgFiles,
  ...xmlFiles,
  ...programs,
  ...polyglots,
  ...filesOf(page, 'text/html', ...misleadingNames),
  ...['multipart/x-mixed-replace; boundary=b', 'text/html, image/png', 'html', 'text/html\t', 'image/svg+xml;a'].map(
    (mimeType) => file('trick.bin', mimeType, page),
  ),
];
