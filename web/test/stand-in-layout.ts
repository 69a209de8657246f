/**
 * Stands in for the browser's layout, which happy-dom has none of: every scroller is 640 px high, every row 64 px. Lists
 * that draw only what is in sight would draw nothing otherwise.
 */
class StandInResizeObserver {
  constructor(private readonly tell: (entries: { target: Element; contentRect: object }[]) => void) {}

  observe(target: HTMLElement) {
    const height = target.style.position === 'absolute' ? 64 : 640;
    queueMicrotask(() => this.tell([{ target, contentRect: { width: 340, height } }]));
  }
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, { ResizeObserver: StandInResizeObserver });
Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body });
