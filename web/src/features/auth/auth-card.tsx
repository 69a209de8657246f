import type { ReactNode } from 'react';
import { useProductTitle } from '../../api/server-config.ts';
import { useDocumentTitle } from '../../browser/page.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { useInitialFocus } from './use-initial-focus.ts';

interface AuthCardProps {
  title: string;
  subtitle?: ReactNode;
  /** Shown above the title on screens without a form. */
  icon?: ReactNode;
  /** Shown there as it is. */
  image?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
}

export function AuthCard({ title, subtitle, icon, image, children, footer }: AuthCardProps) {
  const product = useProductTitle();
  useDocumentTitle(product, title);
  const ref = useInitialFocus<HTMLElement>();
  return (
    <main
      ref={ref}
      className="auth-mesh flex min-h-dvh flex-col items-center justify-start px-4 py-8 roomy:justify-center roomy:py-12 roomy:max-[960px]:pt-24"
    >
      <div className="mb-6 flex items-center gap-2.5">
        <BrandMark className="size-9" />
        <span className="text-20 font-semibold tracking-[-0.01em]">{product}</span>
      </div>
      <div className="w-full max-w-[400px] rounded-card bg-surface p-6 shadow-card roomy:p-8">
        {icon && (
          <div className="mb-4 flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent [&_svg]:size-6">
            {icon}
          </div>
        )}
        {image && <div className="mb-4">{image}</div>}
        <h1 tabIndex={-1} className="text-20 font-semibold tracking-[-0.01em] wrap-anywhere">
          {title}
        </h1>
        {subtitle && <p className="mt-1 text-muted">{subtitle}</p>}
        {children && <div className="mt-6">{children}</div>}
      </div>
      {footer && <p className="mt-5 text-center text-muted">{footer}</p>}
    </main>
  );
}
