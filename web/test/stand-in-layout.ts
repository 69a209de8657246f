/**
 * A fake layout, which happy-dom lacks: every scroller is 640 px high, every row 64 px. Otherwise virtual lists would
 * render nothing.
 */
class StandInResizeObserver {
  constructor(private readonly notify: (entries: { target: Element; contentRect: object }[]) => void) {}

  observe(target: HTMLElement) {
    const height = target.style.position === 'absolute' ? 64 : 640;
    queueMicrotask(() => this.notify([{ target, contentRect: { width: 340, height } }]));
  }
  unobserve() {}
  disconnect() {}
}

/** As long as a real frame. happy-dom's lasts no time at all, so that two may pass before a timer of 0 ms ends. */
const frameMs = 16;
const requestFrame = (draw: FrameRequestCallback) => window.setTimeout(() => draw(performance.now()), frameMs);
const cancelFrame = (frame: number) => window.clearTimeout(frame);

Object.assign(globalThis, {
  ResizeObserver: StandInResizeObserver,
  requestAnimationFrame: requestFrame,
  cancelAnimationFrame: cancelFrame,
});
Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body });
