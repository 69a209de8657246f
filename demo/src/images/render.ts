import sharp from 'sharp';
import { drawPortrait, type Portrait } from './portrait.ts';
import { type SceneName, scenes } from './scenes.ts';

/** Renders drawings to real image files. */
export async function renderPortrait(portrait: Portrait): Promise<File> {
  return toFile(
    'portrait.png',
    await sharp(Buffer.from(drawPortrait(portrait)))
      .png()
      .toBuffer(),
  );
}

export async function renderScene(name: SceneName): Promise<File> {
  return toFile(`${name}.jpg`, await sharp(Buffer.from(scenes[name]())).jpeg({ quality: 88 }).toBuffer());
}

/** A square picture for a group. */
export async function renderGroupImage(name: SceneName): Promise<File> {
  const square = sharp(Buffer.from(scenes[name]())).resize(256, 256, { fit: 'cover' });
  return toFile(`${name}.png`, await square.png().toBuffer());
}

function toFile(name: string, bytes: Buffer): File {
  return new File([new Uint8Array(bytes)], name, { type: name.endsWith('.png') ? 'image/png' : 'image/jpeg' });
}
