import { identityColourCount } from '@chat-app/contract';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const tokens = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
const [light = '', dark = ''] = tokens.split("[data-theme='dark']");
const token = (theme: string, name: string) => new RegExp(`--${name}: #([\\da-f]{6});`).exec(theme)?.[1] ?? '';

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

test('[MSG-243] the colours of names can be read in both themes', () => {
  const names = Array.from({ length: identityColourCount }, (_, index) => `name-${index}`);
  for (const theme of [light, dark]) {
    const canvas = token(theme, 'canvas');
    expect(names.filter((name) => !(contrast(token(theme, name), canvas) > 4.5))).toEqual([]);
  }
});
