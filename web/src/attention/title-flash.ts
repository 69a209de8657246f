const everyMs = 1_000;

/** Alternates the title of the tab with a text once a second. Returns a disposer, which restores the title. */
export function flashTitle(text: string): () => void {
  let title = document.title;
  const toggle = () => {
    // The page may have changed its title meanwhile, for example because of a new message.
    if (document.title !== text) title = document.title;
    document.title = document.title === text ? title : text;
  };
  document.title = text;
  const timer = setInterval(toggle, everyMs);
  return () => {
    clearInterval(timer);
    if (document.title === text) document.title = title;
  };
}
