import type { ActiveCall, CallEffect, CallEvent, CallState } from './call-events.ts';

export interface Step {
  readonly state: CallState;
  readonly effects: readonly CallEffect[];
}

export type Transition<Type extends CallEvent['type']> = (
  state: ActiveCall,
  event: Extract<CallEvent, { type: Type }>,
) => Step;

export type Transitions<Types extends CallEvent['type']> = { readonly [Type in Types]: Transition<Type> };

export const stay = (state: ActiveCall, effects: readonly CallEffect[] = []): Step => ({ state, effects });

export const isJoined = ({ phase }: ActiveCall) => phase === 'alone' || phase === 'talking';
