/** A picture ready to be sent. */
export interface ShrunkImage {
  blob: Blob;
  fileName: string;
}

/**
 * The centre square of a picture, at most `sizePx` wide, so that a phone photo of 8 MB travels as some 50 KB. A GIF stays
 * as it is: drawing it would keep its first frame alone. A picture the browser cannot draw stays too; the server decides.
 */
export async function shrinkToSquare(file: File, sizePx: number): Promise<ShrunkImage> {
  const original = { blob: file, fileName: file.name };
  if (file.type === 'image/gif' || typeof createImageBitmap === 'undefined') return original;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return original;

  try {
    const side = Math.min(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.min(side, sizePx);
    const context = canvas.getContext('2d');
    if (!context) return original;
    context.imageSmoothingQuality = 'high';
    const left = (bitmap.width - side) / 2;
    const top = (bitmap.height - side) / 2;
    context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);

    // A browser that cannot write WebP gives PNG here, whatever was asked.
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
    if (!blob) return original;
    return { blob, fileName: blob.type === 'image/webp' ? 'avatar.webp' : 'avatar.png' };
  } finally {
    bitmap.close();
  }
}
