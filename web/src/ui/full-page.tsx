import type { ReactNode } from 'react';
import { BrandMark } from './brand-mark.tsx';

interface FullPageProps {
  children: ReactNode;
}

/** Content in the centre of the screen, such as an error or a loading state. */
export function FullPage({ children }: FullPageProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 px-6 py-10 text-center">{children}</main>
  );
}

/** Shown while the application decides which screen to show. */
export function Splash({ label }: { label: string }) {
  return (
    <FullPage>
      <BrandMark className="size-14 animate-pulse" />
      <output className="sr-only">{label}</output>
    </FullPage>
  );
}
