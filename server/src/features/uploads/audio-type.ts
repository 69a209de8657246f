/** Enough for the header of every format below. */
export const audioHeadBytes = 4096;

/** Brands of MP4 files that contain audio or video. Others, such as those of images, are refused. */
const mp4Brands = new Set(['M4A ', 'M4B ', 'isom', 'mp41', 'mp42', 'dash', 'iso2', 'iso4', 'iso5', 'iso6', 'iso8']);

/** The media type of audio, by the first bytes of a file; null for everything else. */
export function audioTypeOf(head: Buffer): 'audio/webm' | 'audio/ogg' | 'audio/mp4' | null {
  if (isWebm(head)) return 'audio/webm';
  if (isOgg(head)) return 'audio/ogg';
  if (isMp4(head)) return 'audio/mp4';
  return null;
}

/** Recorders describe the tracks before the sound. A file that does so at its end could be a video. */
function isMp4(head: Buffer): boolean {
  if (head.toString('latin1', 4, 8) !== 'ftyp' || !mp4Brands.has(head.toString('latin1', 8, 12))) return false;
  return head.includes('soun') && !head.includes('vide');
}

/** The description of the tracks is near the beginning; a video would have a second one. */
function isWebm(head: Buffer): boolean {
  if (head.length < 4 || head.readUInt32BE(0) !== 0x1a_45_df_a3) return false;
  const text = head.toString('latin1');
  return text.slice(0, 64).includes('webm') && /A_(?:OPUS|VORBIS)/.test(text) && !/V_(?:VP|AV1)/.test(text);
}

/** The first page of an Ogg file names its codec. */
function isOgg(head: Buffer): boolean {
  const page = head.toString('latin1', 0, 64);
  return page.startsWith('OggS') && (page.includes('OpusHead') || page.includes('\u0001vorbis'));
}
