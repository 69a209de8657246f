import { band } from './band.ts';
import type { ChatScript } from './chat-script.ts';
import { classTrip } from './class-trip.ts';
import { family } from './family.ts';
import { pairs } from './pairs.ts';
import { lunch, readingClub } from './small-groups.ts';
import { team } from './team.ts';

/** All chats of the demo. */
export const chats: readonly ChatScript[] = [team, band, classTrip, family, readingClub, lunch, ...pairs];
