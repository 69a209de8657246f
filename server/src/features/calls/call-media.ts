import type { ChatId, ShownMedia } from '@chat-app/contract';
import type { CallDeps } from './call-deps.ts';
import type { Person } from './call-participation.ts';
import { callUnknown, camerasFull } from './calls.policy.ts';
import { callRepository } from './calls.repository.ts';

/** Turns the camera and the screen of a participant on or off for the others. */
export function createShowMedia({ emitter, participants, transact }: CallDeps) {
  return async ({ userId, deviceId }: Person, chatId: ChatId, shown: ShownMedia): Promise<void> => {
    const result = await participants.show({ chatId, userId, deviceId }, shown);
    if (result.outcome === 'absent') throw callUnknown();
    if (result.outcome === 'full') throw camerasFull();
    emitter.emitMedia(chatId, result.media);
    if (!shown.isCameraOn) return;
    // For every camera, not only for the first one: after a failure, the participant sends the event again.
    await transact(async (tx, emit) => {
      if (await callRepository.makeVideo(tx, chatId)) emit('call.becameVideo', { chatId });
    });
  };
}
