import type { BrowserContext } from '@playwright/test';

type Draw = (canvas: CanvasRenderingContext2D, frame: number) => void;

declare global {
  interface Window {
    paint: (size: { width: number; height: number }, draw: Draw) => MediaStream;
    /** Paints no further frames. */
    isPaintingFrozen?: boolean;
  }
}

/** Replaces the test pattern of the browser's fake camera by the person's portrait, and their screen by a page of text. */
export async function paintCameras(context: BrowserContext): Promise<void> {
  await context.addInitScript(definePaint);
  await context.addInitScript(replaceCamera);
  await context.addInitScript(replaceScreen);
}

function definePaint(): void {
  // Few frames, because one machine encodes those of all windows.
  const framesPerSecond = 5;
  window.paint = (size, draw) => {
    const canvas = Object.assign(document.createElement('canvas'), size);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot paint');
    const stream = canvas.captureStream(framesPerSecond);
    let frame = 0;
    setInterval(() => {
      if (window.isPaintingFrozen) return;
      frame += 1;
      draw(context, frame);
    }, 1000 / framesPerSecond);
    return stream;
  };
}

function replaceCamera(): void {
  const [width, height, portraitSize] = [960, 540, 560];
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    const [track] = stream.getVideoTracks();
    if (!track) return stream;
    const portrait = await readPortrait();
    const [painted] = window
      .paint({ width, height }, (canvas, frame) => draw(canvas, portrait, frame))
      .getVideoTracks();
    if (!painted) return stream;
    // The name of the device stays.
    const settings = track.getSettings();
    painted.getSettings = () => settings;
    Object.defineProperty(painted, 'label', { value: track.label });
    track.stop();
    return new MediaStream([...stream.getAudioTracks(), painted]);
  };

  async function readPortrait(): Promise<HTMLImageElement> {
    const { user } = (await (await fetch('/api/auth')).json()) as { user: { avatar: string } };
    const portrait = Object.assign(new Image(), { src: user.avatar });
    await portrait.decode().catch(() => undefined);
    return portrait;
  }

  function draw(canvas: CanvasRenderingContext2D, portrait: HTMLImageElement, frame: number): void {
    canvas.fillStyle = '#43506b';
    canvas.fillRect(0, 0, width, height);
    if (portrait.naturalWidth === 0) return;
    canvas.filter = 'blur(24px)';
    canvas.drawImage(portrait, -80, -260, width + 160, width + 160);
    canvas.filter = 'none';
    canvas.drawImage(
      portrait,
      (width - portraitSize) / 2 + (frame % 2),
      height - portraitSize + 20,
      portraitSize,
      portraitSize,
    );
  }
}

function replaceScreen(): void {
  const size = { width: 1600, height: 900 };
  const lines = ['Friday, small stage', '1  Harbour Lights', '2  Nine Bicycles', '3  Low Tide', '4  Print Shop Waltz'];
  navigator.mediaDevices.getDisplayMedia = async () =>
    window.paint(size, (canvas, frame) => {
      canvas.fillStyle = '#ffffff';
      canvas.fillRect(0, 0, size.width, size.height);
      canvas.fillStyle = '#e6e8ec';
      canvas.fillRect(0, 0, size.width, 64);
      canvas.fillStyle = '#14171f';
      canvas.font = '600 44px sans-serif';
      lines.forEach((line, index) => canvas.fillText(line, 96, 180 + 96 * index));
      canvas.font = '26px sans-serif';
      canvas.fillText(`Set list, version ${frame}`, 96, 42);
    });
}
