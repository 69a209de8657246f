import type { ChatId } from '@chat-app/contract';
import { lazy, Suspense } from 'react';
import { useOpenChat } from '../state/open-chat.ts';
import { jumpTo } from '../state/jump-target.ts';
import { useVoicePlayback } from '../state/voice-playback.ts';

const MiniPlayer = lazy(async () => ({
  default: (await import('../features/messages/voice/mini-player.tsx')).MiniPlayer,
}));

/** The voice message that plays on after its chat was left. */
export function VoiceBar({ openId }: { openId: ChatId | null }) {
  const playingIn = useVoicePlayback(({ track }) => track?.message?.chatId ?? null);
  const openChat = useOpenChat();
  if (playingIn === null || playingIn === openId) return null;
  return (
    <Suspense>
      <MiniPlayer
        onShow={({ chatId, _id, seq }) => {
          openChat(chatId);
          jumpTo({ chatId, messageId: _id, seq });
        }}
      />
    </Suspense>
  );
}
