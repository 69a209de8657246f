import type { ReactNode } from 'react';
import { BrandMark } from './brand-mark.tsx';

interface FullPageProps {
  children: ReactNode;
}

/** One thing in the middle of the screen: what is wrong, or what is being waited for. */
export function FullPage({ children }: FullPageProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 px-6 py-10 text-center">{children}</main>
  );
}

/** Shown while it is not yet known what to show. */
export function Splash({ label }: { label: string }) {
  return (
    <FullPage>
      <BrandMark className="size-14 animate-pulse" />
      <output className="sr-only">{label}</output>
    </FullPage>
  );
}
