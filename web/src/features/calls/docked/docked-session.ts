import { create } from 'zustand';
import type { CallSession } from '../session/call-session.ts';

/** The session of the docked call, for the parts of the page that show it. */
export const useDockedSession = create<{ session: CallSession | null }>(() => ({ session: null }));
