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

Object.assign(globalThis, { ResizeObserver: StandInResizeObserver });
Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body });
