import type { ReactNode } from 'react';
import { BrandMark } from '../../../ui/brand-mark.tsx';

/** Content in the centre of a call, which may be a window or a part of the page. */
export function CallPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-full flex-col items-center justify-center-safe gap-4 overflow-y-auto bg-canvas px-6 py-4 text-center">
      {children}
    </div>
  );
}

/** Shown until the call can be drawn. */
export function CallSplash({ label }: { label: string }) {
  return (
    <CallPage>
      <BrandMark className="size-14 animate-pulse" />
      <output className="sr-only">{label}</output>
    </CallPage>
  );
}
