import { limits } from '@chat-app/contract';
import type { IceCandidate, IceServer, SessionDescription } from '@chat-app/contract';
import { createNamedTimers } from '../../../lib/named-timers.ts';
import { answersOffer, markAnswer } from './answer-mark.ts';
import { isRelayed } from './relayed.ts';
import type { Role } from '../session/transfer-events.ts';

interface LinkParts {
  readonly role: Role;
  readonly iceServers: Promise<IceServer[]>;
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

/**
 * One attempt to connect the two browsers, and the resulting connection. The sender starts with its own offer, the
 * receiver with the offer it is given.
 */
export class PeerLink {
  private readonly timers = createNamedTimers();
  private readonly setUp: Promise<void>;
  private connection: RTCPeerConnection | null = null;
  private channel: RTCDataChannel | null = null;
  private isClosed = false;
  private candidateCount = 0;
  /** Candidates that arrived before the remote description; null once it is set. */
  private early: IceCandidate[] | null = [];

  constructor(private readonly parts: LinkParts) {
    this.setUp = this.connect().catch(this.failSetup);
  }

  takeDescription(description: SessionDescription): void {
    this.describe(description).catch(this.failSetup);
  }

  takeCandidate(candidate: IceCandidate): void {
    if (this.early) this.early.push(candidate);
    else this.addCandidate(candidate);
  }

  async isRelayed(): Promise<boolean> {
    return this.connection !== null && isRelayed(await this.connection.getStats());
  }

  /** Closes immediately. No callback is called after this. */
  readonly close = () => {
    this.isClosed = true;
    this.timers.stopAll();
    this.connection?.close();
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
    const iceServers = await this.parts.iceServers;
    if (this.isClosed) return;
    const connection = new RTCPeerConnection({ iceServers: iceServers as RTCIceServer[] });
    this.connection = connection;
    connection.addEventListener('icecandidate', ({ candidate }) => candidate && this.passOn(candidate));
    connection.addEventListener('connectionstatechange', this.handleConnectionState);
    if (this.parts.role === 'receiver') {
      // Reject extra data channels; their bytes would corrupt the file.
      connection.addEventListener('datachannel', ({ channel }) =>
        this.channel ? channel.close() : this.take(channel),
      );
      return;
    }
    this.take(connection.createDataChannel('file', { ordered: true }));
    await connection.setLocalDescription();
    this.tellDescription(connection.localDescription);
  }

  private passOn(candidate: RTCIceCandidate) {
    this.candidateCount += 1;
    this.timers.start(`candidate ${this.candidateCount}`, delayMs[this.parts.role], () =>
      this.parts.sendCandidate(candidate.toJSON() as IceCandidate),
    );
  }

  private readonly handleConnectionState = () => {
    const state = this.connection?.connectionState;
    if (state === 'failed') this.lose();
    if (state === 'disconnected') this.timers.start('disconnected', disconnectedMs, this.lose);
    else this.timers.stop('disconnected');
  };

  private take(channel: RTCDataChannel) {
    this.channel = channel;
    channel.binaryType = 'arraybuffer';
    channel.addEventListener('close', () => this.timers.start('closing', closingMs, this.lose));
    const open = () => !this.isClosed && this.parts.onOpen(channel);
    if (channel.readyState === 'open') open();
    else channel.addEventListener('open', open, { once: true });
  }

  private async describe(description: SessionDescription) {
    await this.setUp;
    const { connection } = this;
    const isSender = this.parts.role === 'sender';
    if (!connection || this.isClosed || description.type !== (isSender ? 'answer' : 'offer')) return;
    // The answer belongs to an earlier offer.
    if (isSender && !answersOffer(description.sdp, connection.localDescription?.sdp ?? '')) return;
    await connection.setRemoteDescription(description);
    this.early?.forEach((candidate) => this.addCandidate(candidate));
    this.early = null;
    if (isSender) return;
    await connection.setLocalDescription();
    this.tellDescription(connection.localDescription, description);
  }

  private tellDescription(description: RTCSessionDescription | null, offer?: SessionDescription) {
    if (this.isClosed || (description?.type !== 'offer' && description?.type !== 'answer')) return;
    const { type, sdp } = description;
    this.parts.sendDescription({ type, sdp: offer ? markAnswer(sdp, offer.sdp) : sdp });
  }

  private addCandidate(candidate: IceCandidate) {
    // A candidate of an earlier attempt fails; the others suffice.
    this.connection?.addIceCandidate(candidate as RTCIceCandidateInit).catch(() => {});
  }

  private readonly lose = () => {
    if (this.isClosed) return;
    this.close();
    this.parts.onLost();
  };

  private readonly failSetup = () => {
    if (this.isClosed) return;
    this.close();
    this.parts.onSetupFailed();
  };
}
