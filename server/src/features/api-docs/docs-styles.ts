/** The design tokens of the app, and the few rules that this page needs. */
export const docsStyles = `
:root{color-scheme:light dark;--canvas:#F6F7F9;--surface:#FFFFFF;--line:#E6E8EC;--text:#14171F;--muted:#626B7A;--accent:#5B5BD6;--soft:#EEEEFD;--get:#18794E;--post:#5B5BD6;--put:#AD5700;--delete:#CD2B31}
@media (prefers-color-scheme:dark){:root{--canvas:#0F1115;--surface:#171A21;--line:#2A2F3A;--text:#ECEEF2;--muted:#9AA3B2;--accent:#9E9EF5;--soft:#26264F;--get:#4CC38A;--post:#9E9EF5;--put:#F1A10D;--delete:#FF6369}}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;background:var(--canvas);color:var(--text);font:400 15px/1.5 Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:3px}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code{font:400 13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
ul,ol{margin:0;padding:0;list-style:none}
.skip{position:absolute;left:-999px}
.skip:focus{left:16px;top:16px;padding:8px 12px;background:var(--surface)}
nav{max-height:280px;margin:0 16px;padding:4px 16px 16px;overflow-y:auto;background:var(--surface);border:1px solid var(--line);border-radius:12px}
nav h2{margin:12px 0 2px;font-size:13px}
nav a{display:block;padding:3px 0;font-size:14px;color:inherit;text-decoration:none}
nav a:hover{color:var(--accent)}
nav li a{padding-left:12px;color:var(--muted)}
header,main{max-width:900px;padding:16px}
header p{margin:6px 0 0}
h1{margin:0 0 8px;font-size:28px;line-height:1.2}
h2{margin:40px 0 12px;font-size:20px}
h3{margin:0;font-size:15px;font-weight:600}
h3 a{color:inherit;text-decoration:none}
h3 code{font-size:14px}
article,.card{margin:0 0 12px;padding:16px;background:var(--surface);border:1px solid var(--line);border-radius:12px}
article:target,li:target{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
article p{margin:6px 0 0}
.summary{font-weight:500}
.muted,.fields span{color:var(--muted)}
.method{display:inline-block;min-width:52px;font-size:12px;font-weight:700;letter-spacing:.02em}
.get{color:var(--get)}.post{color:var(--post)}.put{color:var(--put)}.delete{color:var(--delete)}
dl{margin:12px 0 0;font-size:14px}
dt{margin-top:10px;font-size:12px;font-weight:600;color:var(--muted)}
dd{margin:2px 0 0}
.fields li{padding:6px 0;border-top:1px solid var(--line)}
.fields li:first-child{border-top:0}
.fields b{font:600 13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.fields span{margin:0 8px;font-size:13px}
.fields>li>code{display:block}
.codes a{display:inline-block;margin:2px 6px 2px 0;padding:1px 8px;border-radius:999px;background:var(--soft);font-size:13px;color:inherit;text-decoration:none}
.card li{padding:10px 0;border-top:1px solid var(--line)}
.card li:first-child{border-top:0}
.card p{margin:2px 0 0;font-size:14px}
@media (min-width:960px){
body{display:grid;grid-template:auto 1fr/280px minmax(0,1fr)}
nav{position:sticky;top:0;grid-area:1/1/3/2;align-self:start;height:100vh;max-height:none;margin:0;padding:16px 24px;border-width:0 1px 0 0;border-radius:0}
header{grid-column:2;padding:32px 40px 0}
main{grid-column:2;padding:0 40px 96px}
dl{display:grid;grid-template-columns:104px minmax(0,1fr);gap:4px 16px}
dt{margin:4px 0 0;font-size:13px}
.fields li{display:grid;grid-template-columns:140px 150px minmax(0,1fr)}
.fields span{margin:0}
}
`;
