import type { ChatId } from '@chat-app/contract';
import { Mic, MicOff, PhoneOff, Video, VideoOff } from 'lucide-react';
import { useChat } from '../../../api/chats.ts';
import { useDockedCall } from '../../../state/docked-call.ts';
import { useOpenChat } from '../../../state/open-chat.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { CallSession } from '../session/call-session.ts';
import { CallStatus } from '../ui/call-status.tsx';
import { cameraRefusal } from '../ui/media-controls.tsx';
import { useCallView } from '../ui/use-call-session.ts';
import { useDockedSession } from './docked-session.ts';

/** The docked call, in the sidebar. */
export function CallStrip() {
  const chatId = useDockedCall(({ call }) => call?.chatId);
  const session = useDockedSession((state) => state.session);
  return chatId && session ? <Strip key={chatId} chatId={chatId} session={session} /> : null;
}

function Strip({ chatId, session }: { chatId: ChatId; session: CallSession }) {
  const { data: chat } = useChat(chatId);
  const { call } = useCallView(session);
  const openChat = useOpenChat();
  if (!chat || call.phase === 'ended') return null;
  const hasCamera = call.camera.phase !== 'off';
  const isMuted = call.talk === 'muted';
  return (
    <section
      aria-label="Your call"
      className="flex shrink-0 animate-rise items-center gap-1 border-t border-line bg-accent-soft py-2 pr-2 pl-4"
    >
      <button
        type="button"
        onClick={() => openChat(chatId)}
        title="Open the chat of the call"
        className="-ml-2 min-w-0 flex-1 rounded-control py-1 pl-2 text-left transition-colors hover:bg-hover"
      >
        <span className="block truncate text-14 font-semibold">
          <bdi>{chat.name}</bdi>
        </span>
        <CallStatus call={call} waiting="Waiting..." className="text-13 text-muted" />
      </button>
      <IconButton
        label={isMuted ? 'Unmute microphone' : 'Mute microphone'}
        icon={isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
        tone={isMuted ? 'active' : 'quiet'}
        disabled={call.microphone.phase !== 'open'}
        onClick={() => session.dispatch({ type: 'mute-toggled' })}
      />
      <IconButton
        label={hasCamera ? 'Turn camera off' : 'Turn camera on'}
        icon={hasCamera ? <Video aria-hidden="true" /> : <VideoOff aria-hidden="true" />}
        tone={hasCamera ? 'active' : 'quiet'}
        reason={cameraRefusal(call)}
        onClick={() => (hasCamera ? session.turnCameraOff() : session.turnCameraOn(null))}
      />
      <IconButton
        label="Hang up"
        icon={<PhoneOff aria-hidden="true" />}
        onClick={() => session.dispatch({ type: 'hang-up' })}
        className="bg-danger-fill text-on-accent hover:bg-danger-fill-hover hover:text-on-accent"
      />
    </section>
  );
}
