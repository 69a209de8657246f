import { Flag, LayoutDashboard, Link2, ScrollText, SlidersHorizontal, Users } from 'lucide-react';
import type { ReactNode } from 'react';

export const consolePath = '/admin';
export const reportsPath = `${consolePath}/reports`;

interface Section {
  readonly path: string;
  readonly name: string;
  readonly icon: ReactNode;
}

/** The parts of the console, in the order of its navigation. */
export const sections: readonly Section[] = [
  { path: consolePath, name: 'Overview', icon: <LayoutDashboard aria-hidden="true" /> },
  { path: `${consolePath}/people`, name: 'People', icon: <Users aria-hidden="true" /> },
  { path: reportsPath, name: 'Reports', icon: <Flag aria-hidden="true" /> },
  { path: `${consolePath}/invitations`, name: 'Invitations', icon: <Link2 aria-hidden="true" /> },
  { path: `${consolePath}/settings`, name: 'Settings', icon: <SlidersHorizontal aria-hidden="true" /> },
  { path: `${consolePath}/audit`, name: 'Audit log', icon: <ScrollText aria-hidden="true" /> },
];
