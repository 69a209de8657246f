interface Layer {
  close: () => void;
}

/** How long what is being closed may take to go before its history entry is put back. */
const closingMs = 100;
/** A traversal that never ends, as at the edge of the session history, must not block navigation for good. */
const traversalTimeoutMs = 1_000;

/** What lies open over the page, the topmost last. */
const layers: Layer[] = [];
/** Navigations that wait until the entries of the layers are gone. */
const navigations: (() => void)[] = [];
let isFollowing = false;
let traversal: ReturnType<typeof setTimeout> | null = null;

/** Starts to give every open layer a history entry of its own, and closes the topmost one when the person goes back. */
export function followBack(): void {
  if (isFollowing) return;
  isFollowing = true;
  window.addEventListener('popstate', handlePopState);
  // A reload leaves the entries of layers that are no longer open.
  settle();
}

/** Adds a layer on top; returns how to remove it once it is closed. */
export function addLayer(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  // Later in this task: one commit may open and close several.
  queueMicrotask(settle);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    queueMicrotask(settle);
  };
}

/** Navigates from the page's own entry: one pushed above a layer's entry would leave that one behind as a dead step. */
export function navigateFromPage(navigate: () => void): void {
  if (traversal === null && depthOfEntry() === 0) {
    navigate();
    setTimeout(settle, closingMs);
    return;
  }
  navigations.push(navigate);
  if (traversal === null) traverse(-depthOfEntry());
}

/** How many layers lie over the page in the present history entry. */
function depthOfEntry(): number {
  const { layerCount = 0 } = (window.history.state ?? {}) as { layerCount?: number };
  return layerCount;
}

/** Makes the present history entry match the open layers. */
function settle(): void {
  if (!isFollowing || traversal !== null) return;
  const depth = depthOfEntry();
  if (depth > layers.length) traverse(layers.length - depth);
  for (let layerCount = depth + 1; layerCount <= layers.length; layerCount += 1) {
    window.history.pushState({ ...window.history.state, layerCount }, '');
  }
}

function traverse(steps: number): void {
  traversal = setTimeout(giveUpTraversal, traversalTimeoutMs);
  window.history.go(steps);
}

/** Makes the present entry the page's own, or `settle` would start the same traversal again, forever. */
function giveUpTraversal(): void {
  window.history.replaceState({ ...window.history.state, layerCount: 0 }, '');
  endTraversal();
}

function endTraversal(): void {
  if (traversal !== null) clearTimeout(traversal);
  traversal = null;
  for (const navigate of navigations.splice(0)) navigate();
  setTimeout(settle, closingMs);
}

function handlePopState(): void {
  if (traversal !== null) {
    endTraversal();
    return;
  }
  const depth = depthOfEntry();
  // Forward, to the entry of a layer that was closed: there is nothing to show.
  if (depth > layers.length) settle();
  for (const layer of layers.slice(depth).toReversed()) layer.close();
  // A layer that stays open, because it asks first, gets its entry back.
  setTimeout(settle, closingMs);
}
