import type { HostOverview } from '@chat-app/contract';
import type { ReactNode } from 'react';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { byteText } from './byte-text.ts';
import { countText } from './history.ts';
import { Card } from './section.tsx';

/** What matters most, at a glance. */
export function OverviewTiles({ overview }: { overview: HostOverview }) {
  const { people, online, messagesPerDay, storage, queues, database } = overview;
  const [yesterday = 0, today = 0] = messagesPerDay.slice(-2).map(({ count }) => count);
  const waiting = queues.reduce((sum, { depth }) => sum + depth, 0);
  const longest = queues.filter(({ depth }) => depth > 0).toSorted((one, other) => other.depth - one.depth)[0];
  return (
    <dl className="grid grid-cols-2 gap-3 wide:grid-cols-4">
      <Tile label="People" value={countText(people.total)}>
        {people.newThisWeek > 0 ? `${countText(people.newThisWeek)} new this week` : 'Nobody new this week'}
        {people.suspended > 0 && `, ${countText(people.suspended)} suspended`}
      </Tile>
      <Tile label="Online now" value={countText(online.people)}>
        {countText(online.devices)} {online.devices === 1 ? 'device' : 'devices'}
      </Tile>
      <Tile label="Messages today" value={countText(today)}>
        {countText(yesterday)} yesterday
      </Tile>
      <Tile label="Waiting jobs" value={countText(waiting)}>
        {longest ? `Most of them: ${queueNames[longest.name] ?? longest.name}` : 'Nothing has to wait'}
      </Tile>
      <Tile label="Uploads" value={byteText(storage.uploadBytes)}>
        {countText(storage.uploadCount)} {storage.uploadCount === 1 ? 'file' : 'files'}
      </Tile>
      <Tile label="Database" value={byteText(storage.databaseBytes)}>
        Answers in {database.latencyMs.toLocaleString('en', { maximumFractionDigits: 1 })} ms
      </Tile>
      <DiskTile {...storage} />
      <Tile label="Not verified" value={countText(people.total - people.verified)}>
        Link in the mail not opened
      </Tile>
    </dl>
  );
}

const queueNames: Record<string, string> = {
  send: 'sending messages',
  mail: 'mails',
  decoder: 'images',
  passwords: 'passwords',
  index: 'search index',
};

/** More of the disk in use than this is worth a warning. */
const fullFraction = 0.9;

function DiskTile({ diskFreeBytes, diskTotalBytes }: HostOverview['storage']) {
  if (diskFreeBytes === null || diskTotalBytes === null || diskTotalBytes === 0) {
    return (
      <Tile label="Disk" value="–">
        Unknown on this system
      </Tile>
    );
  }
  const used = 1 - diskFreeBytes / diskTotalBytes;
  return (
    <Tile label="Disk" value={`${byteText(diskFreeBytes)} free`}>
      <span className="block pt-1.5">
        <ProgressBar label="Disk space in use" fraction={used} tone={used > fullFraction ? 'danger' : 'accent'} />
      </span>
    </Tile>
  );
}

function Tile({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <Card className="p-4">
      <dt className="text-13 font-medium text-muted">{label}</dt>
      <dd>
        <span className="block text-20 font-semibold tracking-[-0.01em] tabular-nums">{value}</span>
        <span className="mt-0.5 block text-13 text-muted">{children}</span>
      </dd>
    </Card>
  );
}
