import { useEffect, useState } from 'react';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the page shows its main content, beside the navigation. */
export function useConversationArea(): Area {
  const [area, setArea] = useState(measure);
  useEffect(() => followArea(() => setArea(measure())), []);
  return area;
}

const findMain = () => document.querySelector('main');

function measure(): Area {
  const box = findMain()?.getBoundingClientRect();
  return box && box.width > 0 ? box : new DOMRect(0, 0, window.innerWidth, window.innerHeight);
}

function followArea(onChange: () => void): () => void {
  let frame = 0;
  let followed: Element | null = null;
  const observer = new ResizeObserver(handleResize);

  function handleResize() {
    // Another screen has another element, which may have to be loaded.
    if (followed?.isConnected !== true) follow();
    onChange();
  }
  function follow() {
    observer.disconnect();
    cancelAnimationFrame(frame);
    followed = findMain();
    if (followed) observer.observe(followed);
    else frame = requestAnimationFrame(handleResize);
  }

  follow();
  window.addEventListener('resize', onChange);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    window.removeEventListener('resize', onChange);
  };
}
