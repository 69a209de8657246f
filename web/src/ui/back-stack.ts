interface Layer {
  close: () => void;
}

/** How long a layer may take to close before its history entry is restored. */
const closingMs = 100;
/** A traversal that never ends, as at the edge of the session history, must not block navigation permanently. */
const traversalTimeoutMs = 1_000;

/** The open layers above the page, topmost last. */
const layers: Layer[] = [];
/** Navigations that wait until the entries of the layers are removed. */
const navigations: (() => void)[] = [];
let isFollowing = false;
let traversal: ReturnType<typeof setTimeout> | null = null;

/** From now on every open layer has a history entry, and going back closes the topmost layer. */
export function followBack(): void {
  if (isFollowing) return;
  isFollowing = true;
  window.addEventListener('popstate', handlePopState);
  // A reload leaves the entries of layers that are no longer open.
  syncHistory();
}

/** Adds a layer on top. Returns a function that removes it after it has closed. */
export function addLayer(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  // Deferred, because one React commit may open and close several layers.
  queueMicrotask(syncHistory);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    queueMicrotask(syncHistory);
  };
}

/** Navigates from the entry of the page. An entry pushed above a layer's entry would leave a dead step behind. */
export function navigateFromPage(navigate: () => void): void {
  if (traversal === null && depthOfEntry() === 0) {
    navigate();
    setTimeout(syncHistory, closingMs);
    return;
  }
  navigations.push(navigate);
  if (traversal === null) traverse(-depthOfEntry());
}

/** The number of layers in the current history entry. */
function depthOfEntry(): number {
  const { layerCount = 0 } = (window.history.state ?? {}) as { layerCount?: number };
  return layerCount;
}

/** Makes the current history entry match the open layers. */
function syncHistory(): void {
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

/** Makes the current entry the entry of the page. Otherwise `syncHistory` would repeat the same traversal forever. */
function giveUpTraversal(): void {
  window.history.replaceState({ ...window.history.state, layerCount: 0 }, '');
  endTraversal();
}

function endTraversal(): void {
  if (traversal !== null) clearTimeout(traversal);
  traversal = null;
  for (const navigate of navigations.splice(0)) navigate();
  setTimeout(syncHistory, closingMs);
}

function handlePopState(): void {
  if (traversal !== null) {
    endTraversal();
    return;
  }
  const depth = depthOfEntry();
  // Forward to the entry of a closed layer: there is nothing to show.
  if (depth > layers.length) syncHistory();
  for (const layer of layers.slice(depth).toReversed()) layer.close();
  // A layer that asks first and stays open gets its entry back.
  setTimeout(syncHistory, closingMs);
}
