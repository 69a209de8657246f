import type { ChatId, UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { NodeId } from '../../platform/ids.ts';
import type { Presence } from '../presence/index.ts';
import type { CallEmitter } from './call-emitter.ts';
import type { ParticipantStore } from './participant-store.ts';

export interface CallDeps {
  background: Background;
  database: Database;
  transact: Transact;
  presence: Pick<Presence, 'isOnline'>;
  /** Marks the system message about the start of a call as read for a person who joins it. */
  markSystemMessageRead: (userId: UserId, chatId: ChatId, seq: number) => Promise<void>;
  participants: ParticipantStore;
  nodeId: NodeId;
  emitter: CallEmitter;
  ringMs?: number;
  graceMs?: number;
}
