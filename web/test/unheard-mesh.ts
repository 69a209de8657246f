const ignore = () => {};

/** What a mesh reports, where nobody listens. */
export const unheard = {
  onTrack: ignore,
  onConnected: ignore,
  onLost: ignore,
  onRoundTrip: ignore,
  onFrames: ignore,
  onPoor: ignore,
  onBusy: ignore,
  onLoad: ignore,
  isAwaitingFrames: () => false,
};
