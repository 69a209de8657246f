import { createCallLeases } from './call-leases.ts';
import { type CallDeps, createCallLifecycle } from './call-lifecycle.ts';
import { createCallParticipation } from './call-participation.ts';
import { createStartCall } from './call-start.ts';

export type Calls = ReturnType<typeof createCalls>;

export function createCalls(deps: CallDeps) {
  const lifecycle = createCallLifecycle(deps);
  const { clear, close, endCallBetween } = lifecycle;
  const { deviceOf } = deps.participants;
  return {
    deviceOf,
    clear,
    close,
    endCallBetween,
    start: createStartCall(deps, lifecycle),
    ...createCallParticipation(deps, lifecycle),
    ...createCallLeases(deps, lifecycle),
  };
}
