/** Remembers who said what, in order: a refusal names only what was said. */
export function createLastSayers<What, Who>() {
  const byWhat = new Map<What, Who[]>();
  return {
    note: (what: What, who: Who) => {
      const others = (byWhat.get(what) ?? []).filter((other) => other !== who);
      byWhat.set(what, [...others, who]);
    },
    /** Whoever said it last and has not been told yet. */
    take: (what: What): Who | undefined => byWhat.get(what)?.pop(),
    forget: (who: Who) => {
      for (const [what, all] of byWhat) {
        byWhat.set(
          what,
          all.filter((other) => other !== who),
        );
      }
    },
  };
}
