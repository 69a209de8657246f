import { type ChatId, getSession, type UserId, type VoiceSignal } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { type ClientSocket, openBarePage } from './bare-page.ts';

/** What a hostile page offers besides the microphone. */
interface ExtraMedia {
  kinds?: readonly ('audio' | 'video')[];
  /** Nobody knows the codecs of the video. */
  areCodecsUnknown?: boolean;
}

type PeerWindow = typeof window & { io: () => ClientSocket; leaveCall?: () => void };

export const readUserId = (page: Page) =>
  page.evaluate(async (path) => {
    const { user } = (await (await fetch(path)).json()) as { user: { id: string } };
    return user.id;
  }, getSession.path);

/**
 * Turns the page into a call window of the release before video: one audio transceiver, the first of the connection,
 * and the last track of the other side is the one that is played.
 */
export async function joinAsPreviousRelease(page: Page, chatId: ChatId, extra: ExtraMedia = {}): Promise<void> {
  await openBarePage(page);
  await page.evaluate(joinCall, { chatId, sessionPath: getSession.path, ...extra });
}

/** Leaves at once. A connection that is lost would leave only after a moment. */
export const leaveAsPreviousRelease = (page: Page) => page.evaluate(() => (window as PeerWindow).leaveCall?.());

interface JoinOptions extends ExtraMedia {
  chatId: ChatId;
  sessionPath: string;
}

async function joinCall({ chatId, sessionPath, kinds = [], areCodecsUnknown = false }: JoinOptions) {
  const { user } = (await (await fetch(sessionPath)).json()) as { user: { id: UserId } };
  const [microphone] = (await navigator.mediaDevices.getUserMedia({ audio: true })).getAudioTracks();
  if (!microphone) throw new Error('no microphone');
  const context = new AudioContext();
  const socket = (window as PeerWindow).io();
  Object.assign(window, { leaveCall: () => socket.emit('leaveVoiceRoom', chatId) });
  let connection: RTCPeerConnection | null = null;
  let source: MediaStreamAudioSourceNode | null = null;

  function play(track: MediaStreamTrack) {
    source?.disconnect();
    const stream = new MediaStream([track]);
    const element = new Audio();
    element.muted = true;
    element.srcObject = stream;
    void element.play();
    source = context.createMediaStreamSource(stream);
    source.connect(context.destination);
  }

  function open(otherId: UserId) {
    const send = (signal: VoiceSignal) => socket.emit('voiceSignal', chatId, otherId, signal);
    const opened = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
    opened.addEventListener('track', ({ track, transceiver }) => {
      if (kinds.length === 0 || transceiver === opened.getTransceivers()[0]) play(track);
    });
    opened.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) send({ candidate: candidate.toJSON() as never });
    });
    const describe = async () => {
      await opened.setLocalDescription();
      const { type, sdp } = opened.localDescription as RTCSessionDescription;
      const unknown = sdp.replaceAll(
        /^(a=rtpmap:\d+) (?:VP8|VP9|H264|H265|AV1|rtx|red|ulpfec)\/90000/gm,
        '$1 none/90000',
      );
      send({ description: { type, sdp: areCodecsUnknown ? unknown : sdp } });
    };
    if (user.id > otherId) send({ control: { connection: 'joined' } });
    else {
      opened.addEventListener('negotiationneeded', () => void describe());
      opened.addTransceiver(microphone as MediaStreamTrack, { direction: 'sendrecv' });
      for (const kind of kinds) opened.addTransceiver(kind, { direction: 'sendrecv' });
    }
    socket.on('voiceSignal', async (_chat: ChatId, _from: UserId, signal: VoiceSignal) => {
      if ('candidate' in signal) return void opened.addIceCandidate(signal.candidate as RTCIceCandidateInit);
      if (!('description' in signal)) return undefined;
      await opened.setRemoteDescription(signal.description);
      if (signal.description.type !== 'offer') return undefined;
      const [transceiver] = opened.getTransceivers();
      if (transceiver) transceiver.direction = 'sendrecv';
      await transceiver?.sender.replaceTrack(microphone as MediaStreamTrack);
      return describe();
    });
    return opened;
  }

  socket.on('callingUsers', (ids: UserId[]) => {
    const otherId = ids.find((id) => id !== user.id);
    if (otherId) connection ??= open(otherId);
  });
  socket.on('connect', () => {
    socket.emit('online', user.id);
    socket.emit('joinVoiceRoom', chatId, user.id);
  });
}
