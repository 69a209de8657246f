import { lazy, Suspense } from 'react';
import type { EmojiPickerProps } from './emoji-picker.tsx';
import { Spinner } from './spinner.tsx';

/** Starts loading before the picker is opened. */
export const loadEmojiPicker = () => import('./emoji-picker.tsx');
const EmojiPicker = lazy(async () => ({ default: (await loadEmojiPicker()).EmojiPicker }));

/** Has its full size while it loads. */
export function LazyEmojiPicker(props: EmojiPickerProps) {
  const { sizePx } = props;
  return (
    <Suspense
      fallback={
        <output style={{ width: sizePx, height: sizePx }} className="flex items-center justify-center">
          <Spinner className="size-6 animate-appear-late text-accent" />
          <span className="sr-only">Loading emoji</span>
        </output>
      }
    >
      <EmojiPicker {...props} />
    </Suspense>
  );
}
