import { answerCalls } from '../../../browser/worker-calls.ts';
import { openStore, requireSpace } from './byte-stores.ts';
import type { ByteStore } from './byte-stores.ts';
import { createCheckedFiles } from './checked-files.ts';
import type { SinkAnswer, SinkRequest } from './file-sink-calls.ts';

let store: ByteStore;
let files: ReturnType<typeof createCheckedFiles>;

answerCalls<SinkRequest>(async (request) => {
  const answer = answers[request.type] as (request: SinkRequest) => Promise<SinkAnswer>;
  const given = await answer(request);
  const spare = given !== null && typeof given === 'object' && 'spare' in given ? given.spare : null;
  return { answer: given, transfer: spare ? [spare] : [] };
});

const answers: {
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
  take: ({ index }) => store.take(index),
  drop: async () => {
    await store.drop();
    return null;
  },
  discard: async () => {
    await store.discard();
    return null;
  },
};

async function open({ place, sizes, finishedCount }: Extract<SinkRequest, { type: 'open' }>) {
  const opened = await openStore(place);
  ({ store } = opened);
  files = createCheckedFiles(store, sizes);
  await files.open(finishedCount);
  const leftBytes = sizes.slice(finishedCount).reduce((sum, size) => sum + size, -files.position().offset);
  if (opened.kind === 'private' && leftBytes > 0) await requireSpace(leftBytes);
  return opened.kind;
}
