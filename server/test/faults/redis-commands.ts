/** A command of a Redis client, as it was sent. */
export interface RedisCommand {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Splits what a Redis client sends into commands, wherever the network cuts it. */
export function createCommandReader(onCommand: (command: RedisCommand) => void) {
  let pending: Buffer = Buffer.alloc(0);
  return (bytes: Buffer) => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    for (let command = firstCommand(pending); command; command = firstCommand(pending)) {
      pending = pending.subarray(command.bytes.length);
      onCommand(command);
    }
  };
}

/** `*<count>`, then `$<length>` and the bytes of each argument; every part ends with a line break. */
function firstCommand(from: Buffer): RedisCommand | null {
  let at = 0;
  function line(): string | null {
    const end = from.indexOf('\r\n', at);
    if (end < 0) return null;
    const text = from.toString('latin1', at, end);
    at = end + 2;
    return text;
  }

  const head = line();
  if (head === null) return null;
  // Inline commands are lines of text.
  if (!head.startsWith('*')) return { name: head.split(' ')[0]?.toUpperCase() ?? '', bytes: from.subarray(0, at) };
  let name: string | null = null;
  for (let left = Number(head.slice(1)); left > 0; left -= 1) {
    const length = Number(line()?.slice(1) ?? Number.NaN);
    if (Number.isNaN(length) || from.length < at + length + 2) return null;
    name ??= from.toString('latin1', at, at + length).toUpperCase();
    at += length + 2;
  }
  return { name: name ?? '', bytes: from.subarray(0, at) };
}
