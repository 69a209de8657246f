/** The http links of a plain text, in order, without the punctuation that ends a sentence. */
export function linksIn(text: string): string[] {
  return Array.from(text.matchAll(/https?:\/\/[^\s<>"]+/g), ([link]) => link.replace(/[.,;:!?)\]]+$/, ''));
}
