interface Call<Request> {
  readonly id: number;
  readonly request: Request;
}

type Reply<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failure: { readonly name: string; readonly message: string } };

export interface WorkerCalls<Request, Answer> {
  call: (request: Request, transfer?: Transferable[]) => Promise<Answer>;
  /** Pending calls never settle after this. */
  end: () => void;
}

/** Calls a worker, which answers each call once and in order. A failure becomes an error with the same name. */
export function createWorkerCalls<Request, Answer>(worker: Worker): WorkerCalls<Request, Answer> {
  const waitingById = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const rejectAll = (error: Error) => {
    for (const { reject } of waitingById.values()) reject(error);
    waitingById.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Reply<Answer>>) => {
    const waiting = waitingById.get(data.id);
    waitingById.delete(data.id);
    if ('answer' in data) waiting?.resolve(data.answer);
    else waiting?.reject(Object.assign(new Error(data.failure.message), { name: data.failure.name }));
  });
  worker.addEventListener('error', ({ message }) => rejectAll(new Error(message)));

  return {
    call: (request, transfer = []) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waitingById.set(lastId, { resolve, reject });
        const call: Call<Request> = { id: lastId, request };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
        worker.postMessage(call, transfer);
      }),
    end: () => {
      waitingById.clear();
      worker.terminate();
    },
  };
}

/** The part of a worker's global scope that is used here. The `dom` types do not include it. */
interface WorkerScope {
  addEventListener: (type: 'message', listen: (event: MessageEvent<Call<unknown>>) => void) => void;
  postMessage: (message: unknown, transfer: Transferable[]) => void;
}

/** Buffers in `transfer` are transferred, not copied. */
type AnswerCall<Request> = (request: Request) => Promise<{ answer: unknown; transfer?: Transferable[] }>;

/** Inside a worker: answers calls one at a time. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it says what the caller is asked
export function answerCalls<Request>(answer: AnswerCall<Request>): void {
  const scope = globalThis as unknown as WorkerScope;
  let before: Promise<void> = Promise.resolve();
  const reply = async ({ id, request }: Call<Request>) => {
    try {
      const { answer: given, transfer = [] } = await answer(request);
      scope.postMessage({ id, answer: given }, transfer);
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      scope.postMessage({ id, failure: { name, message } }, []);
    }
  };
  scope.addEventListener('message', ({ data }) => {
    before = before.then(() => reply(data as Call<Request>));
  });
}
