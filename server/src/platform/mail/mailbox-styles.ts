/** The product's design tokens, in the few rules these pages need. */
export const mailboxStyles = `
:root{color-scheme:light dark;--canvas:#F6F7F9;--surface:#FFFFFF;--line:#E6E8EC;--text:#14171F;--muted:#626B7A;--accent:#5B5BD6;--soft:#EEEEFD}
@media (prefers-color-scheme:dark){:root{--canvas:#0F1115;--surface:#171A21;--line:#2A2F3A;--text:#ECEEF2;--muted:#9AA3B2;--accent:#9E9EF5;--soft:#26264F}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:400 15px/1.45 Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:820px;margin:0 auto;padding:40px 20px 64px}
nav{margin-bottom:16px;font-size:14px}
h1{margin:0;font-size:28px;font-weight:600;line-height:1.25;overflow-wrap:anywhere}
h2{margin:28px 0 8px;font-size:14px;font-weight:600}
header p{margin:6px 0 24px;color:var(--muted);font-size:14px;overflow-wrap:anywhere}
a{color:var(--accent)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
time{font-variant-numeric:tabular-nums}
.card{margin:0;padding:0;background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow:hidden;list-style:none}
.card li+li{border-top:1px solid var(--line)}
ol.card li{display:flex;align-items:center}
ol.card .mail{flex:1;min-width:0;display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 16px;padding:14px 20px;color:inherit;text-decoration:none}
ol.card .mail:hover{background:var(--soft)}
ol.card .mail:focus-visible{outline-offset:-4px}
.open{flex:none;margin:0 16px 0 4px;padding:9px 14px;border-radius:6px;background:var(--soft);font-size:14px;font-weight:500;text-decoration:none}
.open:hover{text-decoration:underline}
.subject{font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.time,.to{color:var(--muted);font-size:13px}
.time{align-self:center}
.to{grid-column:1/-1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.empty{padding:48px 20px;text-align:center;color:var(--muted)}
.links a{display:block;padding:14px 20px;font-size:14px;overflow-wrap:anywhere}
iframe{display:block;width:100%;height:600px}
pre.card{padding:20px;font:400 13px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
@media (max-width:560px){main{padding:24px 12px 48px}h1{font-size:20px}ol.card .mail{grid-template-columns:minmax(0,1fr)}}
`;
