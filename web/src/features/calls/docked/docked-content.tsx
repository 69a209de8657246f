import { useEffect } from 'react';
import { useDockedCall } from '../../../state/docked-call.ts';
import type { CallScreenParts } from '../ui/call-screen.ts';
import { DirectCall } from '../ui/direct-call.tsx';
import { GroupCall } from '../ui/group-call.tsx';
import { useDockedSession } from './docked-session.ts';
import { SmallCall } from './small-call.tsx';

/** A docked call that was joined: the same as in a window, if there is room for it. */
export function DockedContent(parts: CallScreenParts) {
  const { session, chat } = parts;
  const isLarge = useDockedCall((state) => state.isLarge);
  useEffect(() => {
    useDockedSession.setState({ session });
    return () => useDockedSession.setState({ session: null });
  }, [session]);
  if (!isLarge) return <SmallCall {...parts} />;
  return chat.isGroup ? <GroupCall {...parts} /> : <DirectCall {...parts} />;
}
