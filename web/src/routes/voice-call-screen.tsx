import { CallWindow } from '../features/calls/ui/call-window.tsx';
import { DirectCall } from '../features/calls/ui/direct-call.tsx';

export function VoiceCallScreen() {
  return <CallWindow>{(parts) => <DirectCall {...parts} />}</CallWindow>;
}
