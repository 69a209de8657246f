type Sent = string | ArrayBuffer;

/**
 * A fake data channel. Sent messages wait in the buffer until the test releases them. `bufferedamountlow` fires as in
 * browsers (once, when the amount falls to the threshold). A closed channel throws on send.
 */
export class StandInChannel extends EventTarget {
  bufferedAmount = 0;
  bufferedAmountLowThreshold = 0;
  readyState: RTCDataChannelState = 'open';
  /** The highest buffered amount so far. */
  peakBytes = 0;
  largestBytes = 0;
  readonly waiting: Sent[] = [];

  constructor(private readonly arrive: (data: Sent) => void = () => {}) {
    super();
  }

  send(data: string | Blob | ArrayBuffer | ArrayBufferView): void {
    if (this.readyState !== 'open') throw new DOMException('The channel is not open', 'InvalidStateError');
    const copy = copyOf(data);
    this.waiting.push(copy);
    this.bufferedAmount += lengthOf(copy);
    this.peakBytes = Math.max(this.peakBytes, this.bufferedAmount);
    if (typeof copy !== 'string') this.largestBytes = Math.max(this.largestBytes, copy.byteLength);
  }

  /** Releases this many messages, or all of them. */
  letOut(count = this.waiting.length): void {
    for (const data of this.waiting.splice(0, count)) {
      const before = this.bufferedAmount;
      this.bufferedAmount -= lengthOf(data);
      const { bufferedAmountLowThreshold: threshold } = this;
      if (before > threshold && this.bufferedAmount <= threshold) this.dispatchEvent(new Event('bufferedamountlow'));
      this.arrive(data);
    }
  }

  /** Simulates a message from the remote peer. */
  receive(data: Sent): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function copyOf(data: string | Blob | ArrayBuffer | ArrayBufferView): Sent {
  if (typeof data === 'string') return data;
  if (data instanceof Blob) throw new TypeError('Blobs are not sent here');
  const view = ArrayBuffer.isView(data) ? data : new Uint8Array(data);
  return new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength).slice().buffer;
}

const lengthOf = (data: Sent) => (typeof data === 'string' ? data.length : data.byteLength);
