import { limits } from '@chat-app/contract';
import type { IceCandidate, SessionDescription, UserId } from '@chat-app/contract';
import { fetchIceServers } from '../../../api/file-transfer.ts';
import { createNamedTimers } from '../../../lib/named-timers.ts';
import { showToast } from '../../../state/toasts.ts';
import { readControl, toText } from '../wire/channel-messages.ts';
import { PeerLink } from '../wire/peer-link.ts';
import { createProgress } from './progress.ts';
import { step } from './transfer-machine.ts';
import type { CancelReason, Effect, Fault, Role, TransferEvent, TransferState } from './transfer-events.ts';
import type { TransferHandler } from './transfer-handler.ts';
import { cancelToast } from '../ui/transfer-texts.ts';

interface SessionOptions {
  readonly role: Role;
  readonly peerId: UserId;
  /** Created when there is something to send, or when the receiver accepts. */
  readonly handler: () => TransferHandler;
  /** Whether the socket is connected. */
  readonly isOnline: () => boolean;
  readonly emit: (what: Extract<Effect, { type: 'emit' }>['what']) => void;
  readonly sendDescription: (description: SessionDescription) => void;
  readonly sendCandidate: (candidate: IceCandidate) => void;
  readonly totalBytes: () => number;
  readonly onChange: () => void;
  readonly onLeave: () => void;
}

const waitMs = { opening: 45_000, return: limits.transferResumeMs };
const retryMs = 2_000;
const probeMs = 3_000;
const faultDeliveredMs = 3_000;
const failureDetectedMs = 5_000;
const relayChecksMs = [500, 5_000];

/** One side of a running transfer. Executes the machine's effects and dispatches events to it. */
export class TransferSession {
  state: TransferState;
  isRelayed = false;
  readonly progress;
  private readonly timers = createNamedTimers();
  private link: PeerLink | null = null;
  private channel: RTCDataChannel | null = null;
  private stopFlow = () => {};
  private offer: SessionDescription | null = null;
  private lastMessageAtMs = 0;
  private isEnded = false;
  private isCancelDue = false;
  /** The peer supports our control messages. */
  private hasControl = false;

  constructor(private readonly options: SessionOptions) {
    this.state = { role: options.role, phase: 'none' };
    this.progress = createProgress(options.onChange, options.totalBytes);
  }

  get role(): Role {
    return this.options.role;
  }

  get peerId(): UserId {
    return this.options.peerId;
  }

  dispatch(event: TransferEvent): void {
    if (this.isEnded) return;
    const before = this.state;
    const { state, effects } = step(before, event);
    this.state = state;
    if (state.phase !== 'connecting') this.timers.stop('wait', 'retry');
    for (const effect of effects) this.run(effect);
    if (state === before || this.isOver()) return;
    if (state.phase === 'connecting' && state.isResuming) this.progress.resume();
    else if (state.phase === 'connecting' || state.phase === 'sending') this.progress.restart();
    this.options.onChange();
  }

  handleDescription(description: SessionDescription): void {
    if (this.role === 'sender') return this.link?.takeDescription(description);
    this.offer = description;
    return this.dispatch({ type: 'offer-received' });
  }

  /** Sends a delayed cancel now, because later it could hit the next transfer. */
  cancelNow(): void {
    this.timers.stop('cancel');
    if (this.isCancelDue) this.options.emit('cancel');
    this.isCancelDue = false;
  }

  handleCandidate(candidate: IceCandidate): void {
    this.link?.takeCandidate(candidate);
  }

  end(): void {
    this.isEnded = true;
    this.cancelNow();
    this.timers.stopAll();
    this.disconnect('gently');
  }

  /** An effect may have ended the session. */
  private isOver(): boolean {
    return this.isEnded;
  }

  private run(effect: Effect) {
    const run = this.effects[effect.type] as (effect: Effect) => void;
    run(effect);
  }

  private readonly effects: { readonly [Type in Effect['type']]: (effect: Effect & { type: Type }) => void } = {
    emit: ({ what }) => this.options.emit(what),
    connect: () => void this.openLink(),
    answer: () => this.offer && this.openLink().takeDescription(this.offer),
    disconnect: () => this.disconnect('at once'),
    'disconnect-gracefully': () => this.disconnect('gently'),
    probe: () => this.probe(),
    'send-fault': ({ fault }) => this.sendFault(fault),
    'cancel-later': () => this.cancelLater(failureDetectedMs),
    wait: (effect) => this.timers.start('wait', waitMs[effect.for], () => this.dispatch({ type: 'timed-out' })),
    'retry-later': () => this.timers.start('retry', retryMs, () => this.dispatch({ type: 'retry' })),
    toast: ({ reason }) => this.showCancelToast(reason),
    'record-cancelled': () => this.options.handler().recordCancelled(),
    discard: () => this.options.handler().discard(),
    leave: () => this.options.onLeave(),
  };

  private openLink(): PeerLink {
    this.disconnect('at once');
    const { role, sendDescription, sendCandidate } = this.options;
    this.link = new PeerLink({
      role,
      iceServers: fetchIceServers(),
      sendDescription,
      sendCandidate,
      onOpen: (channel) => this.startFlow(channel),
      onLost: () => this.dispatch({ type: 'connection-lost' }),
      onSetupFailed: () => this.dispatch({ type: 'setup-failed' }),
    });
    return this.link;
  }

  private startFlow(channel: RTCDataChannel) {
    this.stopFlow();
    this.channel = channel;
    this.hasControl = 'canResume' in this.state && this.state.canResume;
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      this.lastMessageAtMs = Date.now();
      const isPing = this.hasControl && typeof data === 'string' && readControl(data)?.type === 'ping';
      if (isPing && channel.readyState === 'open') channel.send(toText({ type: 'pong' }));
    });
    this.dispatch({ type: 'channel-opened' });
    this.stopFlow = this.options.handler().flow({
      channel,
      hasControl: this.hasControl,
      onProgress: this.progress.update,
      onCompleted: () => {
        this.progress.show();
        this.dispatch({ type: 'completed', isOnline: this.options.isOnline() });
      },
      onAllArrived: () => this.dispatch({ type: 'all-arrived' }),
      onFault: (fault) => this.dispatch({ type: 'fault', fault }),
      onPeerFault: (fault) => this.dispatch({ type: 'peer-fault', fault }),
    });
    for (const ms of relayChecksMs) this.timers.start(`relay check ${ms}`, ms, () => void this.checkRelay());
  }

  private async checkRelay() {
    const isRelayed = (await this.link?.isRelayed()) ?? false;
    if (isRelayed === this.isRelayed) return;
    this.isRelayed = isRelayed;
    this.options.onChange();
  }

  private disconnect(how: 'at once' | 'gently') {
    this.stopFlow();
    this.stopFlow = () => {};
    if (how === 'gently') this.link?.closeGently();
    else this.link?.close();
    this.link = null;
    this.channel = null;
  }

  /** Pings the peer: a page that was reloaded does not visibly close its connection at once. */
  private probe() {
    const probedAtMs = Date.now();
    const probed = this.link;
    if (this.channel?.readyState === 'open') this.channel.send(toText({ type: 'ping' }));
    this.timers.start('probe', probeMs, () => {
      if (this.link === probed && this.lastMessageAtMs < probedAtMs) this.dispatch({ type: 'connection-lost' });
    });
  }

  /** Only the channel can carry the reason, so cancel after it is sent, or when it cannot be sent. */
  private sendFault(fault: Fault) {
    const { channel } = this;
    this.cancelLater(faultDeliveredMs);
    if (!this.hasControl || channel?.readyState !== 'open') return this.cancelNow();
    channel.send(toText({ type: 'failed', fault }));
    return channel.addEventListener('close', () => this.cancelNow(), { once: true });
  }

  private cancelLater(ms: number) {
    this.isCancelDue = true;
    this.timers.start('cancel', ms, () => this.cancelNow());
  }

  private showCancelToast(reason: CancelReason) {
    const toast = cancelToast(this.role, reason);
    if (toast) showToast(toast);
  }
}
