import { createAcks } from './acks.ts';
import { bytesBefore, endMark, readControl, toText } from '../wire/channel-messages.ts';
import type { ControlMessage, DataPort, Position } from '../wire/channel-messages.ts';
import { createGather } from '../storage/gather.ts';
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

interface ReceiveParts {
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
export function startReceiving(parts: ReceiveParts): () => void {
  const flow = new ReceiveFlow(parts);
  flow.start();
  return () => flow.stop();
}

class ReceiveFlow {
  private isStopped = false;
  private hasFailed = false;
  /** Null until the stored position is known. */
  private place: Position | null = null;
  private hash: string | null = null;
  private unwrittenBytes = 0;
  private readonly gather = createGather((bytes) => void this.keep(bytes));
  private readonly acks;

  constructor(private readonly parts: ReceiveParts) {
    this.acks = createAcks((position) => this.tell({ type: 'ack', ...position }), parts.sizes);
  }

  start() {
    this.parts.channel.addEventListener('message', this.handleMessage);
    this.begin().catch((error: unknown) => this.fail(faultOf(error)));
  }

  stop() {
    this.isStopped = true;
    // Keep what has arrived; the next connection resumes from here.
    this.gather.flush();
    this.parts.channel.removeEventListener('message', this.handleMessage);
  }

  private async begin() {
    const { sink, sizes, hasControl } = this.parts;
    if (!hasControl) {
      // A third-party sender starts immediately.
      this.place = { file: 0, offset: 0 };
      return;
    }
    const place = await sink.position();
    if (this.isStopped) return;
    this.place = place;
    this.parts.onProgress(bytesBefore(place, sizes));
    this.tell({ type: 'resume', ...place });
    // Everything had arrived before the connection broke; only the confirmation was lost.
    if (place.file === sizes.length) this.parts.onCompleted();
  }

  private readonly handleMessage = ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) return this.takeChunk(data);
    if (data === endMark) return void this.takeEnd();
    const message = typeof data === 'string' ? readControl(data) : null;
    if (message?.type === 'hash' && message.file === this.place?.file) this.hash = message.sha256;
    return message?.type === 'failed' ? this.parts.onPeerFault(message.fault) : undefined;
  };

  private takeChunk(chunk: ArrayBuffer) {
    const { sizes, hasControl } = this.parts;
    if (!this.place || chunk.byteLength === 0) return;
    this.place = { ...this.place, offset: this.place.offset + chunk.byteLength };
    if (this.place.offset > (sizes[this.place.file] ?? 0)) return this.fail('wrong-size');
    this.unwrittenBytes += chunk.byteLength;
    if (this.unwrittenBytes > maxUnwrittenBytes[hasControl ? 'own' : 'plain']) return this.fail('storage-failed');
    this.gather.add(chunk);
    this.parts.onProgress(bytesBefore(this.place, sizes));
  }

  private async takeEnd() {
    const { sizes, sink, hasControl } = this.parts;
    if (!this.place || this.place.file >= sizes.length) return;
    const { place, hash } = this;
    if (place.offset !== sizes[place.file]) return this.fail('wrong-size');
    if (hasControl && hash === null) return this.fail('wrong-hash');
    this.gather.flush();
    this.place = { file: place.file + 1, offset: 0 };
    this.hash = null;
    if (this.place.file === sizes.length) this.parts.onAllArrived();
    try {
      await sink.finish(hash);
    } catch (error) {
      return this.fail(faultOf(error));
    }
    // An earlier write may have failed meanwhile. A lost connection does not matter: the file is complete.
    if (this.hasFailed) return;
    this.parts.onReceived(place.file);
    this.tell({ type: 'received', file: place.file });
    if (place.file === sizes.length - 1) this.parts.onCompleted();
  }

  private async keep(bytes: Uint8Array<ArrayBuffer>) {
    const { byteLength } = bytes;
    try {
      const { position, spare } = await this.parts.sink.write(bytes);
      this.unwrittenBytes -= byteLength;
      if (spare) this.gather.giveBack(spare);
      if (!this.isStopped) this.acks.note(position);
    } catch (error) {
      this.fail(faultOf(error));
    }
  }

  private tell(message: ControlMessage) {
    const { channel, hasControl } = this.parts;
    if (hasControl && channel.readyState === 'open') channel.send(toText(message));
  }

  private fail(fault: Fault) {
    if (this.isStopped) return;
    this.hasFailed = true;
    this.stop();
    this.parts.onFault(fault);
  }
}

/** Maps a storage error to a fault. */
function faultOf(error: unknown): Fault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return 'disk-full';
  return name === 'wrong-hash' || name === 'wrong-size' ? name : 'storage-failed';
}
