const everyMs = 1_000;

/** Alternates the title of the tab with a text once a second. Returns a disposer, which restores the title. */
export function flashTitle(call: string): () => void {
  let name = document.title;
  const turn = () => {
    // The page may have changed its title meanwhile, for example because of a new message.
    if (document.title !== call) name = document.title;
    document.title = document.title === call ? name : call;
  };
  document.title = call;
  const timer = setInterval(turn, everyMs);
  return () => {
    clearInterval(timer);
    if (document.title === call) document.title = name;
  };
}
