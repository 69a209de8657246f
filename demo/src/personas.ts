import type { Portrait } from './images/portrait.ts';

/** A fictional person. */
interface Persona {
  readonly name: string;
  readonly email: string;
  /** Null for people without an uploaded picture, who have the generated one. */
  readonly portrait: Portrait | null;
}

/** The same password for everybody, so that a visitor can switch users quickly. */
export const password = 'Lantern7!';

const skin = { pale: '#f3cfb3', warm: '#e2ad85', tan: '#c98d62', brown: '#9a6240', dark: '#6f432b' };
const hair = { blond: '#dcb463', grey: '#c3c7cf', chestnut: '#6d4430', black: '#26222b', auburn: '#a5522d' };

/** In the order of the list at startup. The first person has the most content. */
export const personas = {
  mara: {
    name: 'Mara Lindholm',
    email: 'mara@example.com',
    portrait: { backdrop: ['#c7d2fe', '#818cf8'], skin: skin.pale, hair: hair.auburn, cut: 'bob', shirt: '#312e81' },
  },
  tomas: {
    name: 'Tomás Ibarra',
    email: 'tomas@example.com',
    portrait: {
      backdrop: ['#bbf7d0', '#34d399'],
      skin: skin.tan,
      hair: hair.black,
      cut: 'short',
      shirt: '#155e75',
      beard: true,
    },
  },
  noa: {
    name: 'נועה בן־חיים',
    email: 'noa@example.com',
    portrait: {
      backdrop: ['#fecdd3', '#fb7185'],
      skin: skin.warm,
      hair: hair.chestnut,
      cut: 'curly',
      shirt: '#7f1d3a',
    },
  },
  amal: {
    name: 'أمل حداد',
    email: 'amal@example.com',
    portrait: { backdrop: ['#fef3c7', '#fbbf24'], skin: skin.warm, hair: '#0f766e', cut: 'scarf', shirt: '#115e59' },
  },
  yuki: {
    name: 'Yuki Tanaka',
    email: 'yuki@example.com',
    portrait: {
      backdrop: ['#e9d5ff', '#a78bfa'],
      skin: skin.pale,
      hair: hair.black,
      cut: 'long',
      shirt: '#be185d',
      glasses: true,
    },
  },
  seun: {
    name: 'Olúwaṣeun Adébáyọ̀',
    email: 'seun@example.com',
    portrait: {
      backdrop: ['#fed7aa', '#fb923c'],
      skin: skin.dark,
      hair: hair.black,
      cut: 'cropped',
      shirt: '#1e3a8a',
      glasses: true,
    },
  },
  claire: {
    name: 'Claire Aubertin',
    email: 'claire@example.com',
    portrait: { backdrop: ['#bae6fd', '#38bdf8'], skin: skin.pale, hair: hair.blond, cut: 'bun', shirt: '#9f1239' },
  },
  binh: {
    name: 'Nguyễn Thanh Bình',
    email: 'binh@example.com',
    portrait: { backdrop: ['#d9f99d', '#84cc16'], skin: skin.warm, hair: hair.black, cut: 'short', shirt: '#365314' },
  },
  ingrid: {
    name: 'Ingrid Lindholm',
    email: 'ingrid@example.com',
    portrait: {
      backdrop: ['#fde68a', '#f59e0b'],
      skin: skin.pale,
      hair: hair.grey,
      cut: 'bun',
      shirt: '#4c1d95',
      glasses: true,
    },
  },
  jonas: {
    name: 'Jonas Lindholm',
    email: 'jonas@example.com',
    portrait: {
      backdrop: ['#a5f3fc', '#22d3ee'],
      skin: skin.pale,
      hair: hair.auburn,
      cut: 'short',
      shirt: '#334155',
      beard: true,
    },
  },
  wojciech: {
    name: 'Wojciech Brzęczyszczewski',
    email: 'wojciech@example.com',
    portrait: null,
  },
  priya: {
    name: 'Priya Subramaniam',
    email: 'priya@example.com',
    portrait: { backdrop: ['#fbcfe8', '#ec4899'], skin: skin.brown, hair: hair.black, cut: 'long', shirt: '#f59e0b' },
  },
  elif: {
    name: 'Elif Yıldız',
    email: 'elif@example.com',
    portrait: { backdrop: ['#ddd6fe', '#8b5cf6'], skin: skin.warm, hair: hair.chestnut, cut: 'bob', shirt: '#0f172a' },
  },
  lukas: { name: 'Lukas Meier', email: 'lukas@example.com', portrait: null },
} as const satisfies Record<string, Persona>;

export type PersonaKey = keyof typeof personas;
export const personaKeys = Object.keys(personas) as PersonaKey[];

/** Who is friends with whom. */
export const friendships: readonly (readonly [PersonaKey, PersonaKey])[] = [
  ...(['tomas', 'noa', 'amal', 'yuki', 'seun', 'claire', 'binh', 'ingrid', 'jonas', 'wojciech'] as const).map(
    (key) => ['mara', key] as const,
  ),
  ['amal', 'tomas'],
  ['amal', 'yuki'],
  ['amal', 'seun'],
  ['amal', 'noa'],
  ['noa', 'tomas'],
  ['noa', 'jonas'],
  ['claire', 'binh'],
  ['claire', 'wojciech'],
  ['ingrid', 'jonas'],
  ['seun', 'yuki'],
  ['tomas', 'priya'],
];

/** Pending friend requests, with their age in hours. */
export const friendRequests: readonly { from: PersonaKey; to: PersonaKey; hoursAgo: number }[] = [
  { from: 'priya', to: 'mara', hoursAgo: 5 },
  { from: 'elif', to: 'mara', hoursAgo: 30 },
  { from: 'jonas', to: 'tomas', hoursAgo: 52 },
  { from: 'mara', to: 'lukas', hoursAgo: 26 },
];
