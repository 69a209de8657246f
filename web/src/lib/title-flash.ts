const everyMs = 1_000;

/** Lets the tab's name alternate with a call for attention, once a second. Returns how to stop, which brings the name back. */
export function flashTitle(call: string): () => void {
  let name = document.title;
  const turn = () => {
    // The page may have renamed itself meanwhile, for example because something else arrived.
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
