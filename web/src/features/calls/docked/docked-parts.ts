/** What a docked call shows, in one file that is loaded with the first one. */
export { CallStrip } from './call-strip.tsx';
export { DockedCalls } from './docked-calls.tsx';
