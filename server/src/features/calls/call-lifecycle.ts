import type { ChatId, UserId } from '@chat-app/contract';
import type { CallDeps } from './call-deps.ts';
import { createCallEnding } from './call-ending.ts';
import { createCallLeaving } from './call-leaving.ts';
import { createLocalParticipants } from './local-participants.ts';
import { createTimers } from './timers.ts';

export type CallLifecycle = ReturnType<typeof createCallLifecycle>;

/** The participants of calls and how calls end, regardless of the nodes that the participants are connected to. */
export function createCallLifecycle(deps: CallDeps) {
  const { background, participants, emitter, graceMs = 5000 } = deps;
  const timers = createTimers((work) => background.run('call', work));
  const here = createLocalParticipants(emitter);
  const ending = createCallEnding(deps);
  const leaving = createCallLeaving(deps, { here, ...ending });

  /** Leaves a call for another one. The window of this call, possibly on another device, is notified of its end. */
  async function leaveOther(participant: { chatId: ChatId; userId: UserId }): Promise<void> {
    const deviceId = await participants.deviceOf(participant.chatId, participant.userId);
    if ((await leaving.leave(participant)) && deviceId !== null) emitter.emitCallEnd(participant.chatId, deviceId);
  }

  /** Removes everything that belongs to a call that has ended. */
  async function clear(chatId: ChatId): Promise<void> {
    timers.cancel(`ring ${chatId}`);
    await leaving.removeAll(chatId);
  }

  return { ...ending, ...leaving, here, timers, graceMs, leaveOther, clear, close: timers.close };
}

export interface SwitchOptions {
  /** The chat whose call the person leaves for this one. */
  readonly leaveCallIn?: ChatId | null | undefined;
}
