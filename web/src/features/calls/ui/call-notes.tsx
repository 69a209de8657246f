import { ScreenShare, SignalLow } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallScreenParts } from './call-screen.ts';

/** What is worth knowing, but needs no answer. */
export function CallNotes({ chat, view, call }: Pick<CallScreenParts, 'chat' | 'view' | 'call'>) {
  const unseen = call.others.find(({ id, path }) => id === call.screenId && path.phase === 'relayed');
  return (
    <output className="flex flex-wrap justify-center gap-2 px-4 not-empty:pt-2">
      {call.screen.phase === 'on' && (
        <Note icon={<ScreenShare aria-hidden="true" className="text-accent" />}>
          {call.screen.hasSound ? 'You are sharing your screen with sound' : 'You are sharing your screen'}
        </Note>
      )}
      {unseen && (
        <Note icon={<ScreenShare aria-hidden="true" className="text-muted" />}>
          {chat.members.find(({ _id }) => _id === unseen.id)?.name ?? 'Somebody'} is sharing their screen. It cannot be
          shown over this connection.
        </Note>
      )}
      {view.isPoor && (
        <Note icon={<SignalLow aria-hidden="true" className="text-warning" />}>Your connection is poor</Note>
      )}
    </output>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex animate-rise items-center gap-2 rounded-full bg-raised px-3 py-1.5 text-13 shadow-low [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      {children}
    </span>
  );
}
