import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Load } from '../../platform/metrics/metrics.ts';
import type { NodeId } from '../../platform/ids.ts';
import { version } from '../../platform/version.ts';
import { hostNodeRepository } from './host-nodes.repository.ts';
import { hostSampleRepository } from './host-samples.repository.ts';

interface NodeReportDeps {
  readonly bus: DomainBus;
  readonly database: Database;
  readonly nodeId: NodeId;
  readonly readLoad: () => Load;
  readonly role: string;
}

/** What this node reports: itself, and how many messages people have sent through it since the last report. */
export function createNodeReports({ bus, database: { sql }, nodeId, readLoad, role }: NodeReportDeps) {
  const startedAt = new Date();
  let unreported = 0;
  // An addition for each batch is all that sending a message pays for.
  bus.on('messages.sent', ({ messages }) => {
    unreported += messages.length;
  });

  async function reportMessages() {
    const count = unreported;
    if (count === 0) return;
    unreported = 0;
    try {
      await hostSampleRepository.addMessages(sql, count);
    } catch (error) {
      unreported += count;
      throw error;
    }
  }

  return {
    async report(): Promise<void> {
      await hostNodeRepository.report(sql, { id: nodeId, version, role, startedAt, load: readLoad() });
      await reportMessages();
    },

    async leave(): Promise<void> {
      await reportMessages();
      await hostNodeRepository.remove(sql, nodeId);
    },
  };
}
