import type { ChatDetail, UserId } from '@chat-app/contract';
import { useEffect, useState } from 'react';
import type { ParticipantStats } from '../../../rtc/media-stats.ts';
import type { CallSession } from '../session/call-session.ts';

const refreshMs = 2_000;

type Stats = ReadonlyMap<UserId, ParticipantStats>;

/** Measured by this browser for each connection, every two seconds while it is shown. */
export function CallStatistics({ chat, session }: { chat: ChatDetail; session: Pick<CallSession, 'readStats'> }) {
  const stats = useStats(session);
  if (stats === null) return <output className="text-13 text-muted">Measuring...</output>;
  if (stats.size === 0) return <p className="text-13 text-muted">Nobody else is in the call.</p>;
  return [...stats].map(([id, measured]) => (
    <table key={id} className="mb-4 w-full text-13 tabular-nums">
      <caption className="pb-1 text-left font-semibold">
        <bdi>{chat.members.find(({ _id }) => _id === id)?.name ?? 'Somebody'}</bdi>
      </caption>
      <tbody>
        {rowsOf(measured).map(([label, value]) => (
          <tr key={label} className="border-t border-line">
            <th scope="row" className="py-1 pr-3 text-left font-normal text-muted">
              {label}
            </th>
            <td className="py-1 text-right">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  ));
}

function useStats(session: Pick<CallSession, 'readStats'>): Stats | null {
  const [stats, setStats] = useState<Stats | null>(null);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found = await session.readStats();
      if (!isOver) setStats(found);
    };
    void read();
    const timer = setInterval(() => void read(), refreshMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [session]);
  return stats;
}

const pathTexts: Record<ParticipantStats['path'], string> = {
  direct: 'Direct',
  'relay (TURN)': 'Relay (TURN)',
  server: 'Via server',
};

/** A value that the browser does not know is a dash, so that the rows do not move. */
export function rowsOf(stats: ParticipantStats): readonly (readonly [label: string, value: string])[] {
  const { width, height, framesPerSecond: fps } = stats;
  const hasPicture = width !== null && height !== null && fps !== null;
  return [
    ['Path', pathTexts[stats.path]],
    ['Round trip', withUnit(stats.roundTripMs, 'ms')],
    ['Packets lost', stats.lossPercent === null ? '–' : `${stats.lossPercent.toFixed(1)} %`],
    ['Sound', stats.audioCodec ?? '–'],
    ['Video', stats.videoCodec ?? '–'],
    ['Picture', hasPicture ? `${width} × ${height}, ${Math.round(fps)} fps` : '–'],
    ['Sent', withUnit(stats.sentKbps, 'kbit/s')],
    ['Received', withUnit(stats.receivedKbps, 'kbit/s')],
  ];
}

const withUnit = (value: number | null, unit: string) =>
  value === null ? '–' : `${Math.round(value).toLocaleString('en')} ${unit}`;
