import { createThrottledAcks } from './throttled-acks.ts';
import { bytesBefore, endMark, readControl, toText } from '../wire/channel-messages.ts';
import type { ControlMessage, DataPort, Position } from '../wire/channel-messages.ts';
import { createChunkBatcher } from '../storage/chunk-batcher.ts';
import { windowBytes } from './send-flow.ts';
import type { Fault } from './transfer-events.ts';

/** Stores the received bytes. Requests are processed in order. */
export interface ByteSink {
  /** The position after all earlier writes. */
  position: () => Promise<Position>;
  /** Transfers the buffer, and returns it for reuse, if possible, after the write. */
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<Written>;
  /** Finishes a file. Rejects it if the hash differs; null if the sender gave no hash. */
  finish: (sha256: string | null) => Promise<void>;
}

export interface Written {
  readonly position: Position;
  readonly spare: ArrayBuffer | null;
}

interface ReceiveOptions {
  readonly channel: DataPort;
  readonly sizes: readonly number[];
  readonly sink: ByteSink;
  /** The peer supports our control messages. */
  readonly hasControl: boolean;
  readonly onProgress: (receivedBytes: number) => void;
  readonly onReceived: (file: number) => void;
  /** Every byte has arrived; the last file is not verified yet. */
  readonly onAllArrived: () => void;
  readonly onCompleted: () => void;
  readonly onFault: (fault: Fault) => void;
  readonly onPeerFault: (fault: Fault) => void;
}

/**
 * The limit of bytes that wait to be written. Our own sender keeps to its window, so its limit is a multiple of that.
 * A third-party sender has no window; its limit only protects memory.
 */
export const maxUnwrittenBytes = { own: 4 * windowBytes, plain: 256 * 1024 * 1024 };

/** Receives the files from an open channel. Returns the disposer. */
export function startReceiving(options: ReceiveOptions): () => void {
  const flow = new ReceiveFlow(options);
  flow.start();
  return () => flow.stop();
}

class ReceiveFlow {
  private isStopped = false;
  private hasFailed = false;
  /** Null until the stored position is known. */
  private position: Position | null = null;
  private hash: string | null = null;
  private unwrittenBytes = 0;
  private readonly batcher = createChunkBatcher((bytes) => void this.store(bytes));
  private readonly acks;

  constructor(private readonly options: ReceiveOptions) {
    this.acks = createThrottledAcks((position) => this.sendControl({ type: 'ack', ...position }), options.sizes);
  }

  start() {
    this.options.channel.addEventListener('message', this.handleMessage);
    this.begin().catch((error: unknown) => this.fail(faultOf(error)));
  }

  stop() {
    this.isStopped = true;
    // Keep what has arrived; the next connection resumes from here.
    this.batcher.flush();
    this.options.channel.removeEventListener('message', this.handleMessage);
  }

  private async begin() {
    const { sink, sizes, hasControl } = this.options;
    if (!hasControl) {
      // A third-party sender starts immediately.
      this.position = { file: 0, offset: 0 };
      return;
    }
    const position = await sink.position();
    if (this.isStopped) return;
    this.position = position;
    this.options.onProgress(bytesBefore(position, sizes));
    this.sendControl({ type: 'resume', ...position });
    // Everything had arrived before the connection broke; only the confirmation was lost.
    if (position.file === sizes.length) this.options.onCompleted();
  }

  private readonly handleMessage = ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) return this.handleChunk(data);
    if (data === endMark) return void this.handleEnd();
    const message = typeof data === 'string' ? readControl(data) : null;
    if (message?.type === 'hash' && message.file === this.position?.file) this.hash = message.sha256;
    return message?.type === 'failed' ? this.options.onPeerFault(message.fault) : undefined;
  };

  private handleChunk(chunk: ArrayBuffer) {
    const { sizes, hasControl } = this.options;
    if (!this.position || chunk.byteLength === 0) return;
    this.position = { ...this.position, offset: this.position.offset + chunk.byteLength };
    if (this.position.offset > (sizes[this.position.file] ?? 0)) return this.fail('wrong-size');
    this.unwrittenBytes += chunk.byteLength;
    if (this.unwrittenBytes > maxUnwrittenBytes[hasControl ? 'own' : 'plain']) return this.fail('storage-failed');
    this.batcher.add(chunk);
    this.options.onProgress(bytesBefore(this.position, sizes));
  }

  private async handleEnd() {
    const { sizes, sink, hasControl } = this.options;
    if (!this.position || this.position.file >= sizes.length) return;
    const { position, hash } = this;
    if (position.offset !== sizes[position.file]) return this.fail('wrong-size');
    if (hasControl && hash === null) return this.fail('wrong-hash');
    this.batcher.flush();
    this.position = { file: position.file + 1, offset: 0 };
    this.hash = null;
    if (this.position.file === sizes.length) this.options.onAllArrived();
    try {
      await sink.finish(hash);
    } catch (error) {
      return this.fail(faultOf(error));
    }
    // An earlier write may have failed meanwhile. A lost connection does not matter: the file is complete.
    if (this.hasFailed) return;
    this.options.onReceived(position.file);
    this.sendControl({ type: 'received', file: position.file });
    if (position.file === sizes.length - 1) this.options.onCompleted();
  }

  private async store(bytes: Uint8Array<ArrayBuffer>) {
    const { byteLength } = bytes;
    try {
      const { position, spare } = await this.options.sink.write(bytes);
      this.unwrittenBytes -= byteLength;
      if (spare) this.batcher.recycle(spare);
      if (!this.isStopped) this.acks.report(position);
    } catch (error) {
      this.fail(faultOf(error));
    }
  }

  private sendControl(message: ControlMessage) {
    const { channel, hasControl } = this.options;
    if (hasControl && channel.readyState === 'open') channel.send(toText(message));
  }

  private fail(fault: Fault) {
    if (this.isStopped) return;
    this.hasFailed = true;
    this.stop();
    this.options.onFault(fault);
  }
}

/** Maps a storage error to a fault. */
function faultOf(error: unknown): Fault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return 'disk-full';
  return name === 'wrong-hash' || name === 'wrong-size' ? name : 'storage-failed';
}
