import { useEffect } from 'react';

/** Names the tab after the screen: `Log in · Chat App`, or the product alone. */
export function useDocumentTitle(product: string, screen?: string): void {
  useEffect(() => {
    document.title = screen ? `${screen} · ${product}` : product;
  }, [product, screen]);
}
