import type { ChatDetail, UserId } from '@chat-app/contract';
import type { ActiveCall } from '../session/call-events.ts';
import type { CallSession, CallView } from '../session/call-session.ts';

/** What the parts of a call are drawn from. */
export interface CallScreenParts {
  chat: ChatDetail;
  session: CallSession;
  view: CallView;
  call: ActiveCall;
}

/** The other participant who shares their screen, also if it cannot be shown here. */
export function otherSharerOf({ screenId, myId }: ActiveCall): UserId | null {
  return screenId === myId ? null : screenId;
}

/** Whether anybody shows anything. A call in which nobody does looks like a voice call. */
export function hasPictures({ ownCamera, remoteScreen }: CallView, { cameraIds, myId }: ActiveCall): boolean {
  return ownCamera !== null || remoteScreen !== null || cameraIds.some((id) => id !== myId);
}
