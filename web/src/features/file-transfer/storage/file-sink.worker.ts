import { answerCalls } from '../../../browser/worker-calls.ts';
import { openStore, requireSpace } from './byte-stores.ts';
import type { ByteStore } from './byte-stores.ts';
import { createVerifiedFiles } from './verified-files.ts';
import type { SinkAnswer, SinkRequest } from './file-sink-protocol.ts';

let store: ByteStore;
let files: ReturnType<typeof createVerifiedFiles>;

answerCalls<SinkRequest>(async (request) => {
  const handle = handlers[request.type] as (request: SinkRequest) => Promise<SinkAnswer>;
  const answer = await handle(request);
  const spare = answer !== null && typeof answer === 'object' && 'spare' in answer ? answer.spare : null;
  return { answer, transfer: spare ? [spare] : [] };
});

const handlers: {
  readonly [Type in SinkRequest['type']]: (request: SinkRequest & { type: Type }) => Promise<SinkAnswer>;
} = {
  open,
  position: async () => files.position(),
  write: async ({ bytes }) => {
    const position = await files.write(bytes);
    return { position, spare: store.keepsBuffers ? null : bytes.buffer };
  },
  finish: async ({ sha256 }) => {
    await files.finish(sha256);
    return null;
  },
  'read-file': ({ index }) => store.readFile(index),
  'delete-open': async () => {
    await store.deleteOpen();
    return null;
  },
  'delete-all': async () => {
    await store.deleteAll();
    return null;
  },
};

async function open({ location, sizes, finishedCount }: Extract<SinkRequest, { type: 'open' }>) {
  const opened = await openStore(location);
  ({ store } = opened);
  files = createVerifiedFiles(store, sizes);
  await files.open(finishedCount);
  const leftBytes = sizes.slice(finishedCount).reduce((sum, size) => sum + size, -files.position().offset);
  if (opened.kind === 'private' && leftBytes > 0) await requireSpace(leftBytes);
  return opened.kind;
}
