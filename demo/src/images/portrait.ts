/** The features of a portrait. For a scarf, `hair` is its colour. */
export interface Portrait {
  readonly backdrop: readonly [string, string];
  readonly skin: string;
  readonly hair: string;
  readonly cut: keyof typeof cuts;
  readonly shirt: string;
  readonly glasses?: boolean;
  readonly beard?: boolean;
}

/** The parts of a haircut behind the head and over the forehead. */
const cuts = {
  short: {
    behind: '<path d="M82 118 C76 60 108 42 130 42 C160 42 182 64 174 118 Z"/>',
    over: '<path d="M84 104 C84 78 100 72 118 74 C140 78 158 70 166 80 C172 88 172 96 172 106 C180 62 156 40 128 40 C98 40 76 64 84 104 Z"/>',
  },
  cropped: { behind: '<path d="M85 110 C80 66 104 50 128 50 C152 50 176 66 171 110 Z"/>', over: '' },
  curly: {
    behind: [
      [86, 96, 26],
      [92, 66, 26],
      [116, 48, 26],
      [144, 48, 26],
      [166, 68, 26],
      [172, 98, 26],
      [80, 128, 24],
      [178, 130, 24],
      [88, 152, 20],
      [170, 152, 20],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
      .join(''),
    over: '<circle cx="104" cy="72" r="16"/><circle cx="128" cy="66" r="17"/><circle cx="152" cy="72" r="16"/>',
  },
  bob: {
    behind:
      '<path d="M72 160 C60 80 84 40 128 40 C172 40 196 80 184 160 C176 170 160 168 156 160 L100 160 C96 168 80 170 72 160 Z"/>',
    over: '<path d="M84 112 C80 76 108 76 138 62 C150 76 170 82 172 112 C182 66 158 42 128 42 C98 42 74 66 84 112 Z"/>',
  },
  long: {
    behind: '<path d="M74 214 C62 130 58 40 128 40 C198 40 194 130 182 214 Z"/>',
    over: '<path d="M84 114 C84 84 116 84 128 62 C140 84 172 84 172 114 C184 64 158 42 128 42 C98 42 72 64 84 114 Z"/>',
  },
  bun: {
    behind: '<circle cx="128" cy="38" r="23"/><path d="M80 126 C70 70 98 46 128 46 C158 46 186 70 176 126 Z"/>',
    over: '<path d="M84 108 C88 82 104 72 128 70 C152 72 168 82 172 108 C180 66 156 46 128 46 C100 46 76 66 84 108 Z"/>',
  },
  scarf: {
    behind: '<path d="M64 214 C58 120 66 42 128 42 C190 42 198 120 192 214 Z"/>',
    over: '<path fill-rule="evenodd" d="M76 200 C64 100 78 46 128 46 C178 46 192 100 180 200 C150 222 106 222 76 200 Z M128 64 C98 64 88 90 89 116 C90 146 108 166 128 166 C148 166 166 146 167 116 C168 90 158 64 128 64 Z"/>',
  },
} as const;

/** Head and shoulders in flat colours, as a square SVG. */
export function drawPortrait({ backdrop, skin, hair, cut, shirt, glasses = false, beard = false }: Portrait): string {
  const { behind, over } = cuts[cut];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">
<defs><linearGradient id="b" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${backdrop[0]}"/><stop offset="1" stop-color="${backdrop[1]}"/></linearGradient></defs>
<rect width="256" height="256" fill="url(#b)"/>
<g fill="${hair}">${behind}</g>
<path d="M28 270 C30 214 70 198 128 198 C186 198 226 214 228 270 Z" fill="${shirt}"/>
<path d="M106 150 h44 v48 c0 18 -44 18 -44 0 Z" fill="${skin}"/>
<path d="M106 168 c10 14 34 14 44 0 v10 c-12 14 -32 14 -44 0 Z" fill="#000" opacity=".12"/>
<ellipse cx="128" cy="118" rx="42" ry="52" fill="${skin}"/>
${beard ? `<path d="M87 122 C88 152 106 174 128 174 C150 174 168 152 169 122 C164 142 150 142 128 140 C106 142 92 142 87 122 Z" fill="${hair}"/>` : ''}
<g fill="${hair}">${over}</g>
<g fill="#2b2330"><circle cx="112" cy="116" r="4.5"/><circle cx="144" cy="116" r="4.5"/></g>
<path d="M114 146 C120 154 136 154 142 146" fill="none" stroke="${beard ? '#f6dccb' : '#8a3b36'}" stroke-width="4" stroke-linecap="round"/>
${glasses ? '<g fill="none" stroke="#2b2330" stroke-width="3.5"><circle cx="111" cy="116" r="14"/><circle cx="145" cy="116" r="14"/><path d="M125 114 h6"/></g>' : ''}
</svg>`;
}
