import { createRandom } from '../random.ts';
import { drawing, firs, height, hills, peaks, specks, sun, water, width } from './svg-shapes.ts';

/** The pictures that people of the story send. Drawn in code, because the demo must work without the internet. */
export const scenes = { camp, harbour, screens, stage, garden, mountains, rooftops, tea };

export type SceneName = keyof typeof scenes;

function camp(): string {
  const random = createRandom('camp');
  const tent = (x: number, y: number, size: number, colours: readonly [string, string]) =>
    `<path d="M${x} ${y} l${size} ${-size} l${size} ${size} Z" fill="${colours[0]}"/>
<path d="M${x + size * 0.7} ${y} l${size * 0.3} ${-size} l${size * 0.3} ${size} Z" fill="${colours[1]}"/>`;
  return drawing(
    ['#27305f', '#8b5c8f', '#f2a07b', '#fbd7a0'],
    [
      specks(random, { from: 0, to: 260, count: 50, radius: 2.4, colour: '#fff' }),
      sun(744, 430, 54, '#fff1c9'),
      hills(random, { top: 430, swing: 50, colour: '#6b5583' }),
      firs(random, { ground: 500, count: 34, colour: '#39395f' }),
      water(random, { top: 492, colours: ['#e89b85', '#6d5a8c', '#2d3262'], glint: '#ffe9c4' }),
      hills(random, { top: 690, swing: 26, colour: '#22264a' }),
      tent(150, 700, 90, ['#f59e0b', '#7c2d12']),
      tent(350, 722, 66, ['#38bdf8', '#0c4a6e']),
      tent(930, 716, 78, ['#fb7185', '#881337']),
      sun(640, 716, 12, '#ffb347'),
    ],
  );
}

function harbour(): string {
  const random = createRandom('harbour');
  const boat = (x: number, y: number, size: number, hull: string) =>
    `<path d="M${x} ${y} h${size * 1.7} l${-size * 0.3} ${size * 0.36} h${-size * 1.1} Z" fill="${hull}"/>
<path d="M${x + size * 0.8} ${y - 8} v${-size * 1.5} l${size * 0.75} ${size * 1.45} Z" fill="#fff"/>
<path d="M${x + size * 0.72} ${y - 8} v${-size * 1.15} l${-size * 0.5} ${size * 1.1} Z" fill="#e2e8f0"/>`;
  const houses = [
    '#e76f51',
    '#f4a261',
    '#e9c46a',
    '#2a9d8f',
    '#f8f1e5',
    '#d1495b',
    '#edae49',
    '#66a182',
    '#c8553d',
    '#f2e3bc',
  ].map((colour, index) => {
    const x = 40 + index * 114;
    const tall = 110 + random() * 80;
    const windows = [0.3, 0.6].flatMap((across) =>
      [0.3, 0.58].map(
        (down) =>
          `<rect x="${x + 104 * across - 4}" y="${430 - tall * (1 - down)}" width="18" height="24" fill="#34495e" opacity=".7"/>`,
      ),
    );
    return `<rect x="${x}" y="${430 - tall}" width="104" height="${tall}" fill="${colour}"/>
<path d="M${x - 6} ${430 - tall} l58 -46 l58 46 Z" fill="#7a4a3a"/>${windows.join('')}`;
  });
  return drawing(
    ['#7cc6ee', '#c9e9f6', '#fdf3dc'],
    [
      sun(960, 130, 46, '#fff6d6'),
      hills(random, { top: 330, swing: 60, colour: '#8fb8a8' }),
      ...houses,
      `<rect y="428" width="${width}" height="22" fill="#8d7b68"/>`,
      water(random, { top: 450, colours: ['#5fb3c9', '#2a7f9e', '#14506b'], glint: '#e6fbff' }),
      boat(180, 560, 90, '#b23a48'),
      boat(560, 520, 60, '#1d3557'),
      boat(820, 640, 120, '#264653'),
    ],
  );
}

/** A design of three app screens, without text, because each machine renders text differently. */
function screens(): string {
  const bar = ([x, y]: readonly [number, number], long: number, colour: string, thick = 12) =>
    `<rect x="${x}" y="${y}" width="${long}" height="${thick}" rx="${thick / 2}" fill="${colour}"/>`;
  const row = (x: number, y: number, dot: string) =>
    `<rect x="${x}" y="${y}" width="216" height="72" rx="14" fill="#fff"/><circle cx="${x + 34}" cy="${y + 36}" r="17" fill="${dot}"/>
${bar([x + 64, y + 20], 92, '#1e293b')}${bar([x + 64, y + 42], 60, '#cbd5e1', 10)}${bar([x + 172, y + 30], 30, dot)}`;
  const phone = (x: number, y: number, inside: string) =>
    `<rect x="${x - 14}" y="${y - 14}" width="276" height="588" rx="44" fill="#0f172a"/><rect x="${x}" y="${y}" width="248" height="560" rx="32" fill="#f1f5f9"/>${inside}`;
  const list = (x: number, y: number, dots: readonly string[]) =>
    bar([x + 20, y + 40], 120, '#0f172a', 18) +
    dots.map((dot, index) => row(x + 16, y + 84 + index * 86, dot)).join('');
  return drawing(
    ['#dbeafe', '#e0e7ff', '#ede9fe'],
    [
      phone(130, 130, list(130, 130, ['#6366f1', '#14b8a6', '#f59e0b', '#6366f1', '#94a3b8'])),
      phone(
        476,
        100,
        `<rect x="476" y="100" width="248" height="250" rx="32" fill="#60a5fa"/><path d="M476 290 c60 -60 120 30 248 -40 v100 h-248 Z" fill="#2563eb"/>
<path d="M520 240 c60 -90 110 20 170 -60" fill="none" stroke="#fff" stroke-width="6" stroke-dasharray="4 14" stroke-linecap="round"/>
<circle cx="520" cy="240" r="11" fill="#fff"/><circle cx="690" cy="180" r="11" fill="#fbbf24"/>
${bar([500, 386], 150, '#0f172a', 18)}${bar([500, 420], 100, '#94a3b8')}${row(492, 456, '#14b8a6')}
<rect x="492" y="560" width="216" height="60" rx="18" fill="#6366f1"/>${bar([548, 583], 104, '#fff', 14)}`,
      ),
      phone(822, 130, list(822, 130, ['#f43f5e', '#f43f5e', '#14b8a6', '#94a3b8', '#94a3b8'])),
    ],
  );
}

function stage(): string {
  const random = createRandom('stage');
  const beam = (x: number, lean: number, colour: string) =>
    `<path d="M${x} -10 l${lean - 110} 640 h240 Z" fill="${colour}" opacity=".3"/>`;
  const lantern = (x: number, y: number, colour: string) =>
    `<path d="M${x} 0 V${y - 34}" stroke="#1f1235" stroke-width="3"/>${sun(x, y, 26, colour)}`;
  const heads = Array.from({ length: 26 }, (_, index) => {
    const x = index * 48 + random() * 20;
    const y = 700 + random() * 40;
    return `<circle cx="${x}" cy="${y}" r="26"/><rect x="${x - 34}" y="${y + 20}" width="68" height="120" rx="30"/>`;
  });
  return drawing(
    ['#1c0f3a', '#43206b', '#a23b72'],
    [
      beam(260, 40, '#ff9ecb'),
      beam(520, 60, '#ffd27f'),
      beam(760, -50, '#9be7ff'),
      beam(980, -90, '#ff9ecb'),
      lantern(150, 170, '#ffcf70'),
      lantern(390, 120, '#ff9f6b'),
      lantern(630, 180, '#ffe08a'),
      lantern(870, 130, '#ff9f6b'),
      lantern(1070, 190, '#ffcf70'),
      `<path d="M0 610 H${width} V660 H0 Z" fill="#2a1248"/>`,
      // Drums, a singer, a bass.
      `<g fill="#150a2b"><rect x="520" y="500" width="150" height="112" rx="20"/><ellipse cx="500" cy="520" rx="54" ry="10"/><ellipse cx="694" cy="512" rx="60" ry="10"/>
<circle cx="595" cy="430" r="26"/><path d="M560 520 c0 -60 70 -60 70 0 Z"/>
<circle cx="360" cy="400" r="28"/><path d="M326 612 c0 -230 68 -230 68 0 Z"/><path d="M430 612 V430 l-30 -16" stroke="#150a2b" stroke-width="8" fill="none"/>
<circle cx="850" cy="396" r="28"/><path d="M814 612 c0 -234 72 -234 72 0 Z"/><path d="M770 540 L960 430" stroke="#150a2b" stroke-width="14"/><ellipse cx="800" cy="524" rx="44" ry="30"/></g>`,
      `<g fill="#0d0620">${heads.join('')}</g>`,
    ],
  );
}

function garden(): string {
  const random = createRandom('garden');
  const flower = (x: number, y: number, size: number) => {
    const petals = Array.from(
      { length: 14 },
      (_, index) =>
        `<ellipse cx="${x}" cy="${y - size}" rx="${size * 0.28}" ry="${size * 0.62}" transform="rotate(${(index * 360) / 14} ${x} ${y})"/>`,
    );
    return `<path d="M${x} ${y} C${x + 16} ${y + 140} ${x - 16} ${y + 240} ${x} ${height}" stroke="#3f7d3a" stroke-width="${size * 0.2}" fill="none"/>
<ellipse cx="${x + size * 0.8}" cy="${y + size * 3}" rx="${size}" ry="${size * 0.4}" fill="#4f9446" transform="rotate(-24 ${x} ${y + size * 3})"/>
<g fill="#fbbf24">${petals.join('')}</g><circle cx="${x}" cy="${y}" r="${size * 0.62}" fill="#7c3f14"/><circle cx="${x}" cy="${y}" r="${size * 0.4}" fill="#5a2b0c"/>`;
  };
  return drawing(
    ['#8fd3f4', '#d7f0fb', '#fef6d8'],
    [
      sun(200, 150, 56, '#fff3bf'),
      hills(random, { top: 470, swing: 40, colour: '#a8cf8e' }),
      hills(random, { top: 560, swing: 40, colour: '#7fb66c' }),
      flower(300, 430, 62),
      flower(520, 340, 78),
      flower(760, 400, 70),
      flower(960, 300, 84),
      flower(1110, 470, 54),
      flower(110, 520, 50),
      hills(random, { top: 740, swing: 16, colour: '#4d8a45' }),
      specks(random, { from: 740, to: 800, count: 60, radius: 7, colour: '#fde68a' }),
    ],
  );
}

function mountains(): string {
  const random = createRandom('mountains');
  return drawing(
    ['#3b6fb6', '#9cc4e8', '#fbe5d0'],
    [
      sun(880, 250, 50, '#fff3d6'),
      peaks(random, { base: 600, count: 5, colour: '#6f86ab' }),
      hills(random, { top: 540, swing: 40, colour: '#4e6f7a' }),
      firs(random, { ground: 620, count: 30, colour: '#2f5148' }),
      hills(random, { top: 640, swing: 30, colour: '#3d6b4f' }),
      specks(random, { from: 690, to: 800, count: 90, radius: 6, colour: '#f6d365' }),
    ],
  );
}

function rooftops(): string {
  const random = createRandom('rooftops');
  const block = (x: number, index: number) => {
    const tall = 220 + random() * 280;
    const windows = Array.from({ length: 18 }, (_, place) => {
      const isLit = random() > 0.45;
      return `<rect x="${x + 18 + (place % 3) * 36}" y="${height - tall + 28 + Math.floor(place / 3) * 52}" width="20" height="28" fill="${isLit ? '#ffd98a' : '#2b3358'}"/>`;
    });
    return `<rect x="${x}" y="${height - tall}" width="126" height="${tall}" fill="${['#1b2144', '#232a54', '#171c3b'][index % 3]}"/>${windows.join('')}`;
  };
  return drawing(
    ['#0d1330', '#2c2a63', '#b05a7a', '#f0a580'],
    [
      specks(random, { from: 0, to: 330, count: 70, radius: 2.6, colour: '#fff' }),
      sun(930, 160, 40, '#f6f2dc'),
      hills(random, { top: 560, swing: 30, colour: '#4a3a6b' }),
      ...Array.from({ length: 9 }, (_, index) => block(index * 136 + 4, index)),
    ],
  );
}

function tea(): string {
  const steam = (x: number) =>
    `<path d="M${x} 330 c-30 -40 30 -70 0 -110 c-24 -34 20 -60 4 -90" fill="none" stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".5"/>`;
  return drawing(
    ['#f7e3cf', '#efc9a6', '#d99f74'],
    [
      // A window, a table, a cup, a stack of books and an open one.
      `<rect x="90" y="60" width="380" height="400" rx="12" fill="#fff8ec"/><rect x="110" y="80" width="340" height="360" fill="#a9d6e5"/><path d="M110 360 c90 -90 180 40 340 -60 v140 h-340 Z" fill="#7fb77e"/><path d="M280 80 v360 M110 260 h340" stroke="#fff8ec" stroke-width="14"/>`,
      `<rect y="600" width="${width}" height="200" fill="#8a5a3c"/><rect y="600" width="${width}" height="16" fill="#a06c4a"/>`,
      steam(640) + steam(700),
      `<path d="M560 380 h220 c0 150 -30 220 -110 220 c-80 0 -110 -70 -110 -220 Z" fill="#3d6d8a"/><ellipse cx="670" cy="380" rx="110" ry="22" fill="#6b3a1e"/><path d="M776 420 c90 -10 90 110 -20 110" fill="none" stroke="#3d6d8a" stroke-width="24"/><ellipse cx="670" cy="606" rx="170" ry="18" fill="#335b73"/>`,
      `<g><rect x="880" y="540" width="250" height="58" rx="8" fill="#b23a48"/><rect x="900" y="486" width="220" height="54" rx="8" fill="#2a6f6b"/><rect x="870" y="434" width="240" height="52" rx="8" fill="#e0a431"/></g>`,
      `<path d="M150 640 c90 -40 180 -30 250 10 c70 -40 160 -50 250 -10 v110 c-90 -36 -180 -30 -250 6 c-70 -36 -160 -42 -250 -6 Z" fill="#fffaf0"/><path d="M400 650 v106" stroke="#d8c3a5" stroke-width="5"/><path d="M190 668 h160 M190 694 h150 M450 668 h160 M450 694 h150" stroke="#c9b79c" stroke-width="6" stroke-linecap="round"/>`,
    ],
  );
}
