import { CallWindow } from '../features/calls/call-window.tsx';
import { DirectCall } from '../features/calls/direct-call.tsx';

export function VoiceCallScreen() {
  return <CallWindow>{(parts) => <DirectCall {...parts} />}</CallWindow>;
}
