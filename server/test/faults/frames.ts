import type { Random } from '../random.ts';

interface Outlet {
  send: (bytes: Buffer) => void;
  onFault: () => void;
}

const swapOneIn = 20;
const replayOneIn = 100;
/** A held frame is sent after this time, even if no other followed it. */
const holdMs = 30;

/**
 * Parses one direction of a websocket, and repeats some of its events or sends them after the next one. Other requests
 * pass unchanged.
 */
export function createFrameMangler(random: Random, { send, onFault }: Outlet): (bytes: Buffer) => void {
  let received: Buffer = Buffer.alloc(0);
  let kind: 'unknown' | 'plain' | 'websocket' = 'unknown';
  let held: Buffer | null = null;

  function release() {
    if (held) send(held);
    held = null;
  }
  function passOn(frame: Buffer) {
    const isEvent = eventStart.test(textOf(frame));
    if (isEvent && held === null && random.isOneIn(swapOneIn)) {
      onFault();
      held = frame;
      setTimeout(release, holdMs);
      return;
    }
    send(frame);
    if (isEvent && random.isOneIn(replayOneIn)) {
      onFault();
      send(frame);
    }
    release();
  }

  return (bytes) => {
    received = Buffer.concat([received, bytes]);
    if (kind === 'unknown') {
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = received.subarray(0, headEnd + 4);
      kind = upgradeHeader.test(head.toString('latin1')) ? 'websocket' : 'plain';
      send(head);
      received = received.subarray(headEnd + 4);
    }
    if (kind === 'plain') {
      send(received);
      received = Buffer.alloc(0);
      return;
    }
    for (let end = endOfFrame(received); end > 0; end = endOfFrame(received)) {
      passOn(received.subarray(0, end));
      received = received.subarray(end);
    }
  };
}

/** In the request as in the response. */
const upgradeHeader = /^upgrade: websocket\r$/im;
/** A Socket.IO event in the default namespace; frames that only open and keep the connection pass unchanged. */
const eventStart = /^42\[/;

/** Where the first frame ends; 0 when it is incomplete. */
function endOfFrame(bytes: Buffer): number {
  if (bytes.length < 2) return 0;
  const { headLength, isMasked } = headOf(bytes);
  const start = headLength + (isMasked ? 4 : 0);
  if (bytes.length < start) return 0;
  const short = (bytes[1] ?? 0) & 0x7f;
  const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  return bytes.length < start + length ? 0 : start + length;
}

function headOf(bytes: Buffer) {
  const short = (bytes[1] ?? 0) & 0x7f;
  return { headLength: short === 127 ? 10 : short === 126 ? 4 : 2, isMasked: ((bytes[1] ?? 0) & 0x80) !== 0 };
}

/** The first characters of a frame's payload; browsers mask theirs. */
function textOf(frame: Buffer): string {
  const { headLength, isMasked } = headOf(frame);
  const mask = isMasked ? frame.subarray(headLength, headLength + 4) : Buffer.alloc(4);
  const start = headLength + (isMasked ? 4 : 0);
  return String.fromCharCode(...frame.subarray(start, start + 4).map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
}
