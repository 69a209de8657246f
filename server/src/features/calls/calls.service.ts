import type { CallDeps } from './call-deps.ts';
import { createCallLeases } from './call-leases.ts';
import { createCallLifecycle } from './call-lifecycle.ts';
import { createCallParticipation } from './call-participation.ts';
import { createShowMedia } from './call-media.ts';
import { createStartCall } from './call-start.ts';

export type Calls = ReturnType<typeof createCalls>;

export function createCalls(deps: CallDeps) {
  const lifecycle = createCallLifecycle(deps);
  const leases = createCallLeases(deps, lifecycle);
  const { clear, close, endCallBetween, saveLeaves } = lifecycle;
  return {
    clear,
    close,
    endCallBetween,
    saveLeaves,
    start: createStartCall(deps, lifecycle),
    showMedia: createShowMedia(deps),
    ...createCallParticipation(deps, lifecycle, leases),
    ...leases,
  };
}
