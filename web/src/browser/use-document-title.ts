import { useEffect } from 'react';

/** Sets the title of the tab: `Log in · Chat App`, or only the product. */
export function useDocumentTitle(product: string, screen?: string): void {
  useEffect(() => {
    document.title = screen ? `${screen} · ${product}` : product;
  }, [product, screen]);
}
