import type { ServerToClientEvents } from '@chat-app/contract';

/** An event as it travels: encoded once, for any number of devices. */
export interface EncodedEvent {
  /** The packet of the Socket.IO protocol, for devices that poll. */
  readonly packet: string;
  /** The whole WebSocket frame: one buffer, so that it leaves in one write. */
  readonly frame: Buffer;
}

type Arguments<Name extends keyof ServerToClientEvents> = Parameters<ServerToClientEvents[Name]>;

/** Events carry no binary data except audio, which is not encoded here. */
export function encodeEvent<Name extends keyof ServerToClientEvents>(
  name: Name,
  ...args: Arguments<Name>
): EncodedEvent {
  const packet = `2${JSON.stringify([name, ...args])}`;
  return { packet, frame: frameOf(`4${packet}`) };
}

const finalTextFrame = 0x81;

/** An unmasked text frame, as servers send them (RFC 6455, section 5.2). */
function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = finalTextFrame;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  return frame;
}
