import type { ChatDetail } from '@chat-app/contract';
import type { ActiveCall } from '../session/call-events.ts';
import type { CallSession, CallView } from '../session/call-session.ts';

/** What the parts of a call are drawn from. */
export interface CallScreenParts {
  chat: ChatDetail;
  session: CallSession;
  view: CallView;
  call: ActiveCall;
}

/** Whether anybody shows anything. A call in which nobody does looks like a voice call. */
export function hasPictures({ ownCamera, remoteScreen }: CallView, { cameraIds, myId }: ActiveCall): boolean {
  return ownCamera !== null || remoteScreen !== null || cameraIds.some((id) => id !== myId);
}
