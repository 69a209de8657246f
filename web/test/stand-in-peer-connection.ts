const instances: StandInPeerConnection[] = [];
let ufragCount = 0;

/** A fake RTCPeerConnection that implements only the negotiation. It never sends anything. See `haveAgreed`. */
export class StandInPeerConnection extends EventTarget {
  /** All instances since the last reset. */
  static readonly instances = instances;
  readonly fingerprint = `f${instances.push(this)}`;
  signalingState: RTCSignalingState = 'stable';
  connectionState: RTCPeerConnectionState = 'new';
  iceGatheringState: RTCIceGatheringState = 'complete';
  localDescription: RTCSessionDescriptionInit | null = null;
  remoteDescription: RTCSessionDescriptionInit | null = null;
  /** The remote candidates that were added. */
  readonly candidates: RTCIceCandidateInit[] = [];
  private before: [local: RTCSessionDescriptionInit | null, remote: RTCSessionDescriptionInit | null] = [null, null];
  private readonly transceivers: ReturnType<typeof aTransceiver>[] = [];
  private ufrag = `u${(ufragCount += 1)}`;
  private isNegotiationNeeded = false;

  constructor(public configuration: RTCConfiguration) {
    super();
  }

  static reset() {
    instances.length = 0;
  }

  addTransceiver(given: string | { kind: string } = 'audio', { direction = 'sendrecv' } = {}) {
    const kind = typeof given === 'string' ? given : given.kind;
    this.transceivers.push(aTransceiver(kind, direction));
    this.needNegotiation();
  }

  getTransceivers() {
    return this.transceivers;
  }

  createDataChannel() {
    this.needNegotiation();
    return Object.assign(new EventTarget(), { readyState: 'connecting', close: () => {} });
  }

  setConfiguration(configuration: RTCConfiguration) {
    this.configuration = configuration;
  }

  restartIce() {
    this.ufrag = `u${(ufragCount += 1)}`;
    this.needNegotiation();
  }

  async setLocalDescription(wish?: RTCSessionDescriptionInit) {
    if (wish?.type === 'rollback') return this.rollBack();
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer';
    if (type === 'offer') this.isNegotiationNeeded = false;
    this.before = [this.localDescription, this.remoteDescription];
    const directions = this.transceivers.map(({ direction }) => `a=${direction}\r\n`).join('');
    const sdp = `a=ice-ufrag:${this.ufrag}\r\na=fingerprint:${this.fingerprint}\r\n${directions}`;
    this.localDescription = { type, sdp };
    return this.setState(type === 'offer' ? 'have-local-offer' : 'stable');
  }

  async setRemoteDescription(description: RTCSessionDescriptionInit) {
    const isOffer = description.type === 'offer';
    if (isOffer && this.signalingState === 'have-local-offer') this.rollBack();
    if (!isOffer && this.signalingState !== 'have-local-offer') throw new Error(`answer in ${this.signalingState}`);
    this.before = [this.localDescription, this.remoteDescription];
    // An ICE restart by the remote peer restarts ICE here too.
    if (isOffer && this.remoteDescription && this.remoteDescription.sdp !== description.sdp) {
      this.ufrag = `u${(ufragCount += 1)}`;
    }
    this.remoteDescription = description;
    this.setState(isOffer ? 'have-remote-offer' : 'stable');
  }

  async addIceCandidate(candidate: RTCIceCandidateInit) {
    this.candidates.push(candidate);
  }

  setGathering(state: RTCIceGatheringState) {
    this.iceGatheringState = state;
    this.dispatchEvent(new Event('icegatheringstatechange'));
  }

  setConnectionState(state: RTCPeerConnectionState) {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }

  close() {
    this.signalingState = 'closed';
    this.connectionState = 'closed';
  }

  private rollBack() {
    [this.localDescription, this.remoteDescription] = this.before;
    this.isNegotiationNeeded = true;
    this.setState('stable');
  }

  private setState(state: RTCSignalingState) {
    this.signalingState = state;
    if (state === 'stable' && this.isNegotiationNeeded) this.needNegotiation();
  }

  private needNegotiation() {
    this.isNegotiationNeeded = true;
    setTimeout(() => {
      if (!this.isNegotiationNeeded || this.signalingState !== 'stable') return;
      this.isNegotiationNeeded = false;
      this.dispatchEvent(new Event('negotiationneeded'));
    });
  }
}

const aTransceiver = (kind: string, direction: string) => ({
  direction,
  mid: null,
  receiver: { track: { kind } },
  // Nothing is sent, so that there is nothing to encode.
  sender: { getParameters: (): { encodings: [] } => ({ encodings: [] }) },
});

/** Whether each peer has the current description of the other. */
export function haveAgreed(one: StandInPeerConnection, other: StandInPeerConnection): boolean {
  const knows = (a: StandInPeerConnection, b: StandInPeerConnection) =>
    b.localDescription?.sdp !== undefined && (a.remoteDescription?.sdp?.startsWith(b.localDescription.sdp) ?? false);
  return one.signalingState === 'stable' && other.signalingState === 'stable' && knows(one, other) && knows(other, one);
}
