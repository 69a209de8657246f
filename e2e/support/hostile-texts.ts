const combiningMarks = ['\u0300', '\u0301', '\u0316', '\u0334', '\u0489', '\u20dd'];
const zalgo = (text: string, count: number) =>
  Array.from(text)
    .map((char) => char + Array.from({ length: count }, (_, at) => combiningMarks[at % combiningMarks.length]).join(''))
    .join('');

const scripts = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked=1">',
  '<svg/onload=window.hacked=1>',
  '"><script>window.hacked=1</script>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<style>*{display:none}</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<a href="javascript:window.hacked=1">click</a>',
  '{{constructor.constructor("window.hacked=1")()}}',
  '${window.hacked=1}',
  '</textarea><script>hacked=1</script>',
  '<!--<img src="--><img src=x onerror=hacked=1//">',
  '__proto__',
  'constructor',
  '[object Object]',
];

const links = [
  'javascript:window.hacked=1',
  'JaVaScRiPt:window.hacked=1',
  'java\tscript:window.hacked=1',
  'vbscript:hacked',
  'data:text/html,<script>window.hacked=1</script>',
  'https://evil.example/"onmouseover="window.hacked=1',
  "https://evil.example/'onclick='window.hacked=1",
  'https://bank.example@evil.example/login',
  'https://bank.example:pass@evil.example/',
  'https://evil.example/\u202Egnp.exe',
  'http://http://http://http://',
  'http://[::1]:99999/',
  'http://%00.evil.example/',
  'https://xn--pple-43d.example/',
  'https://аррӏе.example/',
  'https://evil.example/#<script>window.hacked=1</script>',
  'see (https://evil.example/a(b(c(d)))))))',
  `https://evil.example/${'a'.repeat(3000)}`,
  `https://${'sub.'.repeat(400)}example/`,
  'file:///etc/passwd',
  '//evil.example/x',
  'https://',
];

const imageLinks = [
  'https://evil.example/track.png',
  'http://evil.example/track.jpg',
  'https://evil.example/a.svg?.png',
  'http://127.0.0.1:1/a.png',
  'https://evil.example/"><script>hacked=1</script>.png',
  'https://evil.example/\u202E.png',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1"/>',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImhhY2tlZD0xIi8+',
];

const unusualCharacters = [
  '\u202Ereversed to the end',
  '\u202E'.repeat(500) + 'deep',
  '\u2066'.repeat(500) + 'isolated',
  'mixed \u0645\u0631\u062d\u0628\u0627 and \u05e9\u05dc\u05d5\u05dd and English',
  '\u200b'.repeat(200) + 'thin air',
  '\ufdfd'.repeat(40),
  '\u{1f468}\u200d'.repeat(300) + '\u{1f468}',
  '🏳️‍🌈'.repeat(500),
  '👍🏿'.repeat(2000),
  '\u0915\u094d'.repeat(500),
  '᠎'.repeat(300) + 'x',
  '\u0e01\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49'.repeat(50),
];

const longTexts = [
  'a'.repeat(10_000),
  '\u{1f600}'.repeat(4_000),
  'W'.repeat(9_999),
  '('.repeat(5_000) + ')'.repeat(5_000),
  '[](){}<>'.repeat(1_200),
  '9'.repeat(5_000),
  '1e308',
  'NaN',
  '-0',
  '99999999999999999999999999999999',
  'line\n'.repeat(1_500),
  '\t'.repeat(100) + 'tabs',
  'a@b.com'.repeat(1_400),
  'http://'.repeat(1_400),
  'https://a.example '.repeat(500),
  `${'- '.repeat(2_000)}x`,
  '*a*'.repeat(3_000),
  '**_~~||'.repeat(1_400),
  '- ||a||\n'.repeat(1_200),
  '> '.repeat(5_000),
  '```js\n'.repeat(1_600),
  `\`\`\`js\n${'{'.repeat(4_000)}\n\`\`\``,
  `\`\`\`html\n${'<!--<a b='.repeat(400)}\n\`\`\``,
  '||\u202e**\u200b'.repeat(1_200),
];

/** Truncates to the length limit of a message, without a split surrogate pair at the end. */
const truncate = (text: string) => text.slice(0, 9_900).replace(/[\ud800-\udbff]$/, '');

/** About three hundred texts that are known to break chats. */
export function hostileTexts(): string[] {
  const zalgoTexts = Array.from({ length: 60 }, (_, at) => zalgo(`zalgo ${at}`, 10 + at * 5));
  const heavyZalgo = [zalgo('x', 1_000), zalgo('zalgo', 900)];
  const kinds = [...scripts, ...links, ...imageLinks, ...unusualCharacters];
  // Each text alone, within a sentence and in brackets, because the context changes how it is parsed.
  const inContext = kinds.flatMap((text) => [text, `look: ${text} !`, `(${text})`]);
  const repeated = kinds.map((text) => `${text} `.repeat(5));
  return [...inContext, ...repeated, ...longTexts, ...zalgoTexts, ...heavyZalgo].map(truncate);
}
