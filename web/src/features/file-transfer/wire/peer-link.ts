import { limits } from '@chat-app/contract';
import type { IceCandidate, IceServer, SessionDescription } from '@chat-app/contract';
import { createNamedTimers } from '../../../lib/named-timers.ts';
import { createPeerConnection } from '../../../rtc/peer-connection.ts';
import type { PeerConnection } from '../../../rtc/peer-connection.ts';
import type { Role } from '../session/transfer-events.ts';

interface LinkDeps {
  readonly role: Role;
  readonly iceServers: Promise<readonly IceServer[]>;
  readonly sendDescription: (description: SessionDescription) => void;
  readonly sendCandidate: (candidate: IceCandidate) => void;
  readonly onOpen: (channel: RTCDataChannel) => void;
  readonly onLost: () => void;
  readonly onSetupFailed: () => void;
}

/** A connection often recovers within this time. */
const disconnectedMs = 5_000;
/** How long to wait for the reason: the side that closes the channel also sends it through the server. */
const closingMs = 1_500;
const gentleMs = 10_000;
const delayMs = { sender: limits.senderCandidateDelayMs, receiver: limits.receiverCandidateDelayMs };
const expectedType = { sender: 'answer', receiver: 'offer' };

/**
 * One attempt to connect the two browsers with a data channel, and the resulting connection. The sender starts with its
 * own offer, the receiver with the offer it is given.
 */
export class PeerLink {
  private readonly timers = createNamedTimers();
  private readonly setUp: Promise<void>;
  private peer: PeerConnection | null = null;
  private channel: RTCDataChannel | null = null;
  private isClosed = false;
  private candidateCount = 0;

  constructor(private readonly deps: LinkDeps) {
    this.setUp = this.connect().catch(this.failSetup);
  }

  takeDescription(description: SessionDescription): void {
    this.receive(description).catch(this.failSetup);
  }

  takeCandidate(candidate: IceCandidate): void {
    void this.setUp.then(() => this.peer?.receiveCandidate(candidate));
  }

  async isRelayed(): Promise<boolean> {
    return (await this.peer?.readStats())?.isRelayed ?? false;
  }

  /** Closes immediately. No callback is called after this. */
  readonly close = () => {
    this.isClosed = true;
    this.timers.stopAll();
    this.peer?.close();
  };

  /** Closes after all queued data is sent. */
  closeGently(): void {
    const { channel } = this;
    if (this.isClosed || channel?.readyState !== 'open') return this.close();
    this.isClosed = true;
    this.timers.stopAll();
    channel.addEventListener('close', this.close, { once: true });
    channel.close();
    setTimeout(this.close, gentleMs);
    return undefined;
  }

  private async connect() {
    const iceServers = await this.deps.iceServers;
    if (this.isClosed) return;
    const isReceiver = this.deps.role === 'receiver';
    this.peer = createPeerConnection({
      iceServers,
      isPolite: isReceiver,
      gatherMs: 0,
      send: (signal) => {
        if ('description' in signal) this.deps.sendDescription(signal.description);
        else this.sendCandidateLater(signal.candidate);
      },
      onStateChange: this.handleConnectionState,
      onOfferFailed: this.failSetup,
    });
    const { connection } = this.peer;
    if (!isReceiver) return this.useChannel(connection.createDataChannel('file', { ordered: true }));
    // Reject extra data channels; their bytes would corrupt the file.
    connection.addEventListener('datachannel', ({ channel }) =>
      this.channel ? channel.close() : this.useChannel(channel),
    );
  }

  private sendCandidateLater(candidate: IceCandidate) {
    this.candidateCount += 1;
    this.timers.start(`candidate ${this.candidateCount}`, delayMs[this.deps.role], () =>
      this.deps.sendCandidate(candidate),
    );
  }

  private readonly handleConnectionState = (state: RTCPeerConnectionState) => {
    if (state === 'failed') this.lose();
    if (state === 'disconnected') this.timers.start('disconnected', disconnectedMs, this.lose);
    else this.timers.stop('disconnected');
  };

  private useChannel(channel: RTCDataChannel) {
    this.channel = channel;
    channel.binaryType = 'arraybuffer';
    channel.addEventListener('close', () => this.timers.start('closing', closingMs, this.lose));
    const open = () => !this.isClosed && this.deps.onOpen(channel);
    if (channel.readyState === 'open') open();
    else channel.addEventListener('open', open, { once: true });
  }

  private async receive(description: SessionDescription) {
    await this.setUp;
    if (this.isClosed || description.type !== expectedType[this.deps.role]) return;
    await this.peer?.receiveDescription(description);
  }

  private readonly lose = () => {
    if (this.isClosed) return;
    this.close();
    this.deps.onLost();
  };

  private readonly failSetup = () => {
    if (this.isClosed) return;
    this.close();
    this.deps.onSetupFailed();
  };
}
