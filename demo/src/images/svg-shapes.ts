/** Building blocks of the pictures. Sizes are in units of the drawing. */
export const width = 1200;
export const height = 800;

type Random = () => number;

/** A complete drawing with a sky gradient from the first colour, at the top, to the last. */
export function drawing(sky: readonly string[], pieces: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs>${fade('sky', sky)}</defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/>
${pieces.join('\n')}
</svg>`;
}

/** A vertical gradient, used as a fill by its id. */
function fade(id: string, colours: readonly string[]): string {
  const stops = colours.map(
    (colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`;
}

/** A range of hills: the area below a line that varies around `top`. */
export function hills(random: Random, { top, swing, colour }: { top: number; swing: number; colour: string }): string {
  const steps = 6;
  const points = Array.from({ length: steps + 1 }, (_, index) => ({
    x: (index * width) / steps,
    y: top + (random() - 0.5) * 2 * swing,
  }));
  const curves = points.slice(1).map(({ x, y }, index) => {
    const before = points[index] ?? { x: 0, y };
    const middle = (before.x + x) / 2;
    return `C${middle} ${round(before.y)} ${middle} ${round(y)} ${x} ${round(y)}`;
  });
  return `<path d="M0 ${height} L0 ${round(points[0]?.y ?? top)} ${curves.join(' ')} L${width} ${height} Z" fill="${colour}"/>`;
}

/** Snow-covered peaks. */
export function peaks(
  random: Random,
  { base, count, colour }: { base: number; count: number; colour: string },
): string {
  return Array.from({ length: count }, (_, index) => {
    const x = ((index + 0.5) * width) / count + (random() - 0.5) * 80;
    const tall = 190 + random() * 190;
    const half = tall * 0.9;
    const tip = base - tall;
    const snow = tall * 0.32;
    const edge = snow * 0.9;
    return `<path d="M${round(x - half)} ${base} L${round(x)} ${round(tip)} L${round(x + half)} ${base} Z" fill="${colour}"/>
<path d="M${round(x)} ${round(tip)} l${round(-edge)} ${round(snow)} l${round(edge * 0.5)} ${round(-snow * 0.2)} l${round(edge * 0.4)} ${round(snow * 0.3)} l${round(edge * 0.5)} ${round(-snow * 0.4)} l${round(edge * 0.6)} ${round(snow * 0.3)} Z" fill="#fff" opacity=".9"/>`;
  }).join('\n');
}

/** Fir trees along a line. */
export function firs(
  random: Random,
  { ground, count, colour }: { ground: number; count: number; colour: string },
): string {
  const trees = Array.from({ length: count }, (_, index) => {
    const x = ((index + random()) * width) / count;
    const tall = 70 + random() * 80;
    const tier = (from: number, half: number) =>
      `M${round(x)} ${round(ground - tall * from)} l${round(half)} ${round(tall * 0.45)} h${round(-2 * half)} Z`;
    return tier(1, tall * 0.14) + tier(0.75, tall * 0.2) + tier(0.45, tall * 0.25);
  });
  return `<path d="${trees.join('')}" fill="${colour}"/>`;
}

/** Lights, flowers or rain: small discs in a strip. */
export function specks(
  random: Random,
  { from, to, count, radius, colour }: { from: number; to: number; count: number; radius: number; colour: string },
): string {
  const discs = Array.from(
    { length: count },
    () =>
      `<circle cx="${round(random() * width)}" cy="${round(from + random() * (to - from))}" r="${round(radius * (0.4 + random() * 0.6))}"/>`,
  );
  return `<g fill="${colour}">${discs.join('')}</g>`;
}

/** A sun or moon with its glow. */
export function sun(x: number, y: number, radius: number, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius * 2.4}" fill="${colour}" opacity=".14"/>
<circle cx="${x}" cy="${y}" r="${radius * 1.6}" fill="${colour}" opacity=".22"/>
<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
}

/** Still water below a line, with the reflection of a sun. */
export function water(
  random: Random,
  { top, colours, glint }: { top: number; colours: readonly string[]; glint: string },
): string {
  const strokes = Array.from({ length: 26 }, (_, index) => {
    const y = top + 14 + index * ((height - top) / 26);
    const half = 20 + random() * (60 + index * 6);
    const x = width * 0.62 + (random() - 0.5) * (80 + index * 10);
    return `M${round(x - half)} ${round(y)} h${round(2 * half)}`;
  });
  return `<defs>${fade('water', colours)}</defs><rect y="${top}" width="${width}" height="${height - top}" fill="url(#water)"/>
<path d="${strokes.join('')}" stroke="${glint}" stroke-width="5" stroke-linecap="round" opacity=".5"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
