import type { VideoEncoding } from '../video/encodings.ts';

const queueBySender = new WeakMap<RTCRtpSender, Promise<void>>();

/** Sets how a sender encodes its video, one change after the other. A browser that refuses keeps its own choice. */
export function encodeAs(sender: RTCRtpSender, wanted: VideoEncoding): void {
  const queue = queueBySender.get(sender) ?? Promise.resolve();
  queueBySender.set(
    sender,
    queue.then(() => apply(sender, wanted)).catch(() => {}),
  );
}

async function apply(sender: RTCRtpSender, { degradationPreference, ...wanted }: VideoEncoding): Promise<void> {
  const scaleResolutionDownBy = Math.max(1, wanted.scaleResolutionDownBy * shareOfFull(sender.track));
  const limits = { ...wanted, scaleResolutionDownBy };
  const parameters = sender.getParameters();
  const [encoding] = parameters.encodings;
  // Before the negotiation there is nothing to set yet; the connection repeats it afterwards.
  if (!encoding) return;
  const isSame =
    encoding.maxBitrate === limits.maxBitrate &&
    encoding.maxFramerate === limits.maxFramerate &&
    encoding.scaleResolutionDownBy === limits.scaleResolutionDownBy;
  if (isSame) return;
  Object.assign(encoding, limits);
  await sender.setParameters({ ...parameters, degradationPreference });
}

/** The scales are those of a picture of 720 lines. A camera that is still small needs less of them. */
function shareOfFull(track: MediaStreamTrack | null): number {
  const { width = fullLines, height = fullLines } = track?.getSettings() ?? {};
  return Math.min(1, Math.min(width, height) / fullLines);
}
const fullLines = 720;
