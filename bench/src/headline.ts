/** A figure in the table of the README, with its target if it has one. */
export interface Headline {
  readonly scenario: string;
  /** Its name in the results. */
  readonly figure: string;
  readonly label: string;
  readonly unit: 'ms' | 's' | 'MB' | 'kB' | '%' | '';
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
}

export type HeadlineRow = Omit<Headline, 'scenario'>;
