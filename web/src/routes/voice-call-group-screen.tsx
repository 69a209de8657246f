import { CallWindow } from '../features/calls/call-window.tsx';
import { GroupCall } from '../features/calls/group-call.tsx';

export function VoiceCallGroupScreen() {
  return <CallWindow>{(parts) => <GroupCall {...parts} />}</CallWindow>;
}
