/** What the last checks of this computer said; the latest one is last. */
export interface MachineLoad {
  readonly isBusy: boolean;
  readonly checks: readonly boolean[];
}

export const idleMachine: MachineLoad = { isBusy: false, checks: [] };

/** A single late check is a hiccup. Going back takes longer, so that the note does not flicker. */
const checksToBusy = { count: 2, within: 6 };
const checksToIdle = 10;
/** A timer that is this late means that pictures are late as well. */
const lateMs = 250;

/** Whether a check that is due every so many milliseconds came late. Browsers delay those of a hidden page. */
export const isLate = (sincePreviousMs: number, { everyMs, isHidden }: { everyMs: number; isHidden: boolean }) =>
  !isHidden && sincePreviousMs - everyMs > lateMs;

/** This computer is busy after two bad checks close together, and no longer after ten good ones in a row. */
export function nextLoad({ isBusy, checks }: MachineLoad, isNowBad: boolean): MachineLoad {
  const next = [...checks, isNowBad].slice(-checksToIdle);
  const isFull = next.length === checksToIdle;
  const isStillBusy = isBusy && !(isFull && next.every((isBad) => !isBad));
  const isNewlyBusy = next.slice(-checksToBusy.within).filter(Boolean).length >= checksToBusy.count;
  return { isBusy: isStillBusy || isNewlyBusy, checks: next };
}
