import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type { DecodeJob, DecoderAnswer, DecoderMessage } from './decoder-protocol.ts';
import { BadImage, reencode } from './reencode.ts';

// Images can wait; messages cannot.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// An ordinary exit would first wait for the running decode.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl+C in a terminal reaches this process too; the parent decides when it ends.
process.on('SIGINT', () => undefined);
process.on('message', (job) => {
  void answer(job as DecodeJob).then(send);
});
send({ type: 'ready' });

async function answer({ inputPath, outputPath, ...limits }: DecodeJob): Promise<DecoderAnswer> {
  try {
    const { content, ...image } = await reencode(inputPath, limits);
    await writeFile(outputPath, content, { flag: 'wx', mode: 0o600 });
    return { type: 'done', image: { ...image, bytes: content.length } };
  } catch (error) {
    if (error instanceof BadImage) return { type: 'rejected', reason: error.reason };
    const { code, message } = error as NodeJS.ErrnoException;
    return { type: 'failed', code: code ?? 'unknown', message };
  }
}

function send(message: DecoderMessage): void {
  process.send?.(message);
}
