import { createCallLeases } from './call-leases.ts';
import { type CallParts, createCallLifecycle } from './call-lifecycle.ts';
import { createCallParticipation } from './call-participation.ts';
import { createStartCall } from './call-start.ts';

export type Calls = ReturnType<typeof createCalls>;

export function createCalls(parts: CallParts) {
  const lifecycle = createCallLifecycle(parts);
  const { clear, close, endCallBetween } = lifecycle;
  const { deviceOf } = parts.participants;
  return {
    deviceOf,
    clear,
    close,
    endCallBetween,
    start: createStartCall(parts, lifecycle),
    ...createCallParticipation(parts, lifecycle),
    ...createCallLeases(parts, lifecycle),
  };
}
