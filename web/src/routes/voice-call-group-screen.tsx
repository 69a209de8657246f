import { CallWindow } from '../features/calls/ui/call-window.tsx';
import { GroupCall } from '../features/calls/ui/group-call.tsx';

export function VoiceCallGroupScreen() {
  return <CallWindow>{(parts) => <GroupCall {...parts} />}</CallWindow>;
}
