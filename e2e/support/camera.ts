const [width, height, framesPerSecond] = [160, 120, 5];
const barWidth = width / 4;
const frameCount = 10;

/**
 * A recording for the browser's fake camera (Y4M): a bright bar that moves over a gradient. Small and slow, because all
 * browsers of a test encode and decode it in software.
 */
export function cameraRecording(): Buffer {
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420\n`);
  const frames = Array.from({ length: frameCount }, (_, at) => [Buffer.from('FRAME\n'), frame(at)]).flat();
  return Buffer.concat([header, ...frames]);
}

/** The brightness of each pixel, followed by both colour planes at a quarter of the size. */
function frame(at: number): Buffer {
  const colours = Buffer.alloc((width * height) / 2, 128);
  const brightness = Buffer.alloc(width * height);
  const barAt = (at * width) / frameCount;
  for (let index = 0; index < brightness.length; index += 1) {
    const column = index % width;
    const isInBar = (column - barAt + width) % width < barWidth;
    brightness[index] = isInBar ? 220 : 40 + Math.floor(column / 2);
  }
  return Buffer.concat([brightness, colours]);
}
