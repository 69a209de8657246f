import { useState } from 'react';

/** The latest value that was not null: what a dialog shows while it closes. */
export function useLastShown<Value>(value: Value | null): Value | null {
  const [shown, setShown] = useState(value);
  if (value !== null && value !== shown) setShown(value);
  return shown;
}
