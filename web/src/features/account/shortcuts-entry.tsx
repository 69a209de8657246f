import { ChevronRight, Keyboard } from 'lucide-react';

/** For users who do not know that `?` opens the list. Hidden on touch devices, which have no keyboard. */
export function ShortcutsEntry({ onShow }: { onShow: () => void }) {
  return (
    <button
      type="button"
      onClick={onShow}
      className="-mx-2 flex min-h-11 items-center gap-3 rounded-control px-2 text-left text-13 font-medium transition-colors hover:bg-hover roomy:min-h-10 pointer-coarse:hidden"
    >
      <Keyboard aria-hidden="true" className="size-4.5 text-muted" />
      <span className="flex-1">Keyboard shortcuts</span>
      <ChevronRight aria-hidden="true" className="size-4.5 text-muted" />
    </button>
  );
}
