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

async function apply(sender: RTCRtpSender, { degradationPreference, ...limits }: VideoEncoding): Promise<void> {
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
