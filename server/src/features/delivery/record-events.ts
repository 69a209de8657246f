import type { Emit, Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { deliveryRepository, type RecordedEvent } from './delivery.repository.ts';

/**
 * For a process that no device is connected to, and that knows no other one: records the events of a transaction with it,
 * and a running server publishes them.
 */
export function createRecordingTransact(database: Database): Transact {
  return (work) =>
    database.transaction(async (tx) => {
      const events: RecordedEvent[] = [];
      const emit: Emit = (name, event) => events.push({ name, event });
      const result = await work(tx, emit);
      await deliveryRepository.recordEvents(tx, events);
      return result;
    });
}
