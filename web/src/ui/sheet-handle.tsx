import { useRef } from 'react';
import type { PointerEvent } from 'react';

/** The sheet closes when it is dragged down further than this. */
const closeAfterPx = 80;

/** The bar by which a sheet is dragged down on phones. */
export function SheetHandle({ onClose }: { onClose: () => void }) {
  const startY = useRef<number | null>(null);
  const draggedPx = (event: PointerEvent) => Math.max(0, event.clientY - (startY.current ?? event.clientY));
  const moveSheet = (handle: Element, px: number) => {
    const sheet = handle.closest<HTMLElement>('[role=dialog]');
    if (sheet) sheet.style.translate = px === 0 ? '' : `0 ${px}px`;
  };
  const release = (event: PointerEvent, isClosing: boolean) => {
    const handle = event.currentTarget;
    startY.current = null;
    if (!isClosing) return moveSheet(handle, 0);
    onClose();
    // A dialog that asks before closing is still open and must return to its position.
    return requestAnimationFrame(() => {
      if (handle.closest('[role=dialog][data-state=open]')) moveSheet(handle, 0);
    });
  };
  return (
    <div
      aria-hidden="true"
      data-sheet-handle=""
      className="absolute inset-x-0 top-0 flex h-6 touch-none justify-center pt-2 roomy:hidden"
      onPointerDown={(event) => {
        startY.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => startY.current !== null && moveSheet(event.currentTarget, draggedPx(event))}
      onPointerUp={(event) => release(event, draggedPx(event) > closeAfterPx)}
      onPointerCancel={(event) => release(event, false)}
    >
      <span className="h-1 w-9 rounded-full bg-field-line/60" />
    </div>
  );
}
