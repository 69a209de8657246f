import { limits } from '@chat-app/contract';
import { bytesBefore, endMark, readControl, toText } from '../wire/channel-messages.ts';
import type { DataPort, Position } from '../wire/channel-messages.ts';
import type { Fault } from './transfer-events.ts';

/** Reads the files. Reading fails if a file has changed meanwhile. */
export interface SliceSource {
  open: (file: number, offset: number) => void;
  /** Null at the end of the file. */
  next: () => Promise<ArrayBuffer | null>;
  /** The hash of the whole file, regardless of the opening offset. */
  digest: () => Promise<string>;
}

interface SendOptions {
  readonly channel: DataPort;
  readonly sizes: readonly number[];
  readonly source: SliceSource;
  /** The peer supports our control messages. */
  readonly hasControl: boolean;
  readonly onProgress: (sentBytes: number) => void;
  readonly onReceived: (file: number) => void;
  readonly onCompleted: () => void;
  readonly onFault: (fault: Fault) => void;
  readonly onPeerFault: (fault: Fault) => void;
}

/** Limits of the channel's buffer. More costs memory without gain; the gap keeps each burst of sending short. */
const lowWaterBytes = 1024 * 1024;
export const highWaterBytes = 2 * 1024 * 1024;
/** The limit of sent bytes that the receiver has not written to disk yet. */
export const windowBytes = 8 * 1024 * 1024;

/** Sends the files over an open channel, as fast as it and the receiver's disk allow. Returns the disposer. */
export function startSending(options: SendOptions): () => void {
  const flow = new SendFlow(options);
  flow.start();
  return () => flow.stop();
}

class SendFlow {
  private isStopped = false;
  /** The file at which the receiver asked to start. */
  private startedAtFile: number | null = null;
  /** All files before this index are sent completely. */
  private sentCount = 0;
  private sentBytes = 0;
  private ackedBytes = 0;
  private wake = () => {};

  constructor(private readonly options: SendOptions) {}

  start() {
    const { channel, hasControl } = this.options;
    channel.bufferedAmountLowThreshold = lowWaterBytes;
    channel.addEventListener('bufferedamountlow', this.handleBufferLow);
    channel.addEventListener('message', this.handleMessage);
    // Our own receiver first reports what it already has.
    if (!hasControl) void this.sendAll({ file: 0, offset: 0 });
  }

  stop() {
    this.isStopped = true;
    this.wake();
    this.options.channel.removeEventListener('bufferedamountlow', this.handleBufferLow);
    this.options.channel.removeEventListener('message', this.handleMessage);
  }

  private readonly handleBufferLow = () => this.wake();

  private readonly handleMessage = ({ data }: MessageEvent<unknown>) => {
    const { sizes, hasControl } = this.options;
    const message = typeof data === 'string' && hasControl ? readControl(data) : null;
    if (message?.type === 'resume') this.startAt(message);
    if (message?.type === 'failed') this.options.onPeerFault(message.fault);
    if (message?.type === 'ack') this.handleAck(bytesBefore(message, sizes));
    if (message?.type === 'received') this.handleReceived(message.file);
  };

  /** Starts only once: the bytes of two runs would mix. */
  private startAt({ file, offset }: Position) {
    const { sizes } = this.options;
    if (this.startedAtFile !== null || file > sizes.length || offset > (sizes[file] ?? 0)) return;
    this.startedAtFile = file;
    void this.sendAll({ file, offset });
  }

  /** Ignores confirmations of files that are not sent yet. */
  private handleReceived(file: number) {
    if (this.startedAtFile === null || file < this.startedAtFile || file >= this.sentCount) return;
    this.options.onReceived(file);
    if (file === this.options.sizes.length - 1) this.options.onCompleted();
  }

  private handleAck(bytes: number) {
    // Before the receiver has reported its position, there is nothing to count from.
    if (this.startedAtFile === null) return;
    this.ackedBytes = Math.max(this.ackedBytes, Math.min(this.sentBytes, bytes));
    this.options.onProgress(this.ackedBytes);
    this.wake();
  }

  private async sendAll(from: Position) {
    const { channel, sizes, hasControl } = this.options;
    this.sentBytes = bytesBefore(from, sizes);
    this.ackedBytes = this.sentBytes;
    this.options.onProgress(this.sentBytes);
    if (from.file > 0) this.options.onReceived(from.file - 1);
    try {
      for (let { file } = from; file < sizes.length; file += 1) {
        await this.sendFile(file, file === from.file ? from.offset : 0);
      }
      if (!hasControl) await this.drained();
    } catch {
      // A closed channel is not a file fault; the owner of the channel detects it.
      if (!this.isStopped && channel.readyState === 'open') this.options.onFault('file-changed');
      return;
    }
    if (!this.isStopped && (!hasControl || from.file === sizes.length)) this.options.onCompleted();
  }

  private async sendFile(file: number, offset: number) {
    const { channel, source, hasControl } = this.options;
    if (this.isStopped) return;
    source.open(file, offset);
    for (let slice = await source.next(); slice !== null; slice = await source.next()) await this.sendSlice(slice);
    const sha256 = hasControl ? await source.digest() : null;
    if (this.isStopped) return;
    if (sha256 !== null) channel.send(toText({ type: 'hash', file, sha256 }));
    channel.send(endMark);
    this.sentCount = file + 1;
  }

  private async sendSlice(slice: ArrayBuffer) {
    const { channel, hasControl } = this.options;
    for (let at = 0; at < slice.byteLength; at += limits.fileChunkBytes) {
      // Await only when the buffer is full: awaiting each of thousands of chunks would halve the speed.
      while (!this.hasRoom()) await this.untilWoken();
      if (this.isStopped) throw new Error('The flow has been stopped');
      const length = Math.min(limits.fileChunkBytes, slice.byteLength - at);
      channel.send(new Uint8Array(slice, at, length));
      this.sentBytes += length;
    }
    if (!hasControl) this.options.onProgress(this.sentBytes - channel.bufferedAmount);
  }

  private hasRoom(): boolean {
    const { channel, hasControl } = this.options;
    if (this.isStopped) return true;
    const isWithinWindow = !hasControl || this.sentBytes - this.ackedBytes < windowBytes;
    return isWithinWindow && channel.bufferedAmount < highWaterBytes;
  }

  /** A third-party receiver confirms nothing, so completion means that the buffer is empty. */
  private async drained() {
    const { channel } = this.options;
    channel.bufferedAmountLowThreshold = 0;
    while (channel.bufferedAmount > 0 && !this.isStopped) await this.untilWoken();
  }

  private untilWoken(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}
