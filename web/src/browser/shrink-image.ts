/** An image ready for upload. */
export interface ShrunkImage {
  blob: Blob;
  fileName: string;
}

/**
 * The centre square of an image, at most `sizePx` wide, so that an 8 MB phone photo is uploaded as about 50 KB. A GIF
 * stays unchanged, because re-encoding would keep only its first frame. An image that the browser cannot decode stays
 * unchanged too; the server decides.
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

    // A browser that cannot encode WebP returns PNG.
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
    if (!blob) return original;
    return { blob, fileName: blob.type === 'image/webp' ? 'avatar.webp' : 'avatar.png' };
  } finally {
    bitmap.close();
  }
}
