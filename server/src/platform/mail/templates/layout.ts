import { escapeHtml } from './escape-html.ts';

/** The content of every mail we send. Texts are plain; the layout escapes them. */
export interface MailContent {
  /** The product's title. */
  title: string;
  greeting: string;
  paragraphs: readonly string[];
  button?: { label: string; url: string };
  footnote?: string;
}

const font = "Inter, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/**
 * The HTML layout. Tables and inline styles, because mail clients drop style sheets; the style block only adds dark
 * colours and narrow screens for the clients that keep it.
 */
export function renderLayout(content: MailContent): string {
  const title = escapeHtml(content.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<style>${styles}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background-color:#F6F7F9;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(content.paragraphs[0] ?? '')}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#F6F7F9;">
<tr><td class="frame" align="center" style="padding:40px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;">
<tr><td style="padding:0 4px 20px;">${renderMark(content.title)}</td></tr>
<tr><td class="surface" style="padding:36px 40px;background-color:#FFFFFF;border:1px solid #E6E8EC;border-radius:12px;">
<h1 class="text" style="margin:0;font:600 20px/1.35 ${font};color:#14171F;">${escapeHtml(content.greeting)}</h1>
${content.paragraphs.map(renderParagraph).join('\n')}
${content.button ? renderButton(content.button) : ''}
${content.footnote === undefined ? '' : renderFootnote(content.footnote)}
</td></tr>
<tr><td class="muted" align="center" style="padding:20px 4px 0;font:400 13px/1.5 ${font};color:#626B7A;">Sent by ${title}. Please do not answer this mail.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const styles = `
.link{word-break:break-all;}
@media (max-width:480px){.frame{padding:20px 12px!important;}.surface{padding:28px 22px!important;}.button{display:block!important;text-align:center!important;}}
@media (prefers-color-scheme:dark){
.canvas{background-color:#0F1115!important;}
.surface{background-color:#171A21!important;border-color:#2A2F3A!important;}
.footnote{border-color:#2A2F3A!important;}
.text{color:#ECEEF2!important;}
.muted{color:#9AA3B2!important;}
.link{color:#9E9EF5!important;}
}
`;

function renderMark(title: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="32" height="32" align="center" style="width:32px;height:32px;background-color:#5B5BD6;border-radius:9px 9px 9px 3px;font:600 17px/32px ${font};color:#FFFFFF;" aria-hidden="true">${escapeHtml(firstCharacter(title))}</td>
<td class="text" style="padding-left:12px;font:600 17px/1.3 ${font};color:#14171F;">${escapeHtml(title)}</td>
</tr></table>`;
}

function firstCharacter(text: string): string {
  const [first] = new Intl.Segmenter().segment(text);
  return first?.segment ?? '';
}

function renderParagraph(text: string): string {
  return `<p class="text" style="margin:16px 0 0;font:400 15px/1.55 ${font};color:#14171F;">${escapeHtml(text)}</p>`;
}

function renderButton({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:28px 0 24px;">
<a class="button" href="${address}" target="_blank" rel="noopener" style="display:inline-block;padding:12px 24px;background-color:#5B5BD6;border-radius:6px;font:600 15px/1.4 ${font};color:#FFFFFF;text-decoration:none;">${escapeHtml(label)}</a>
</td></tr></table>
<p class="muted" style="margin:0 0 4px;font:400 13px/1.5 ${font};color:#626B7A;">If the button does not work, open this address:</p>
<p style="margin:0;font:400 13px/1.5 ${font};"><a class="link" href="${address}" target="_blank" rel="noopener" style="color:#5B5BD6;word-break:break-all;">${address}</a></p>`;
}

function renderFootnote(text: string): string {
  return `<p class="muted footnote" style="margin:24px 0 0;padding:20px 0 0;border-top:1px solid #E6E8EC;font:400 13px/1.5 ${font};color:#626B7A;">${escapeHtml(text)}</p>`;
}
