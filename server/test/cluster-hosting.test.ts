import type { Person } from '@chat-app/contract';
import { expect, test, vi } from 'vitest';
import { useCluster } from './cluster-fixture.ts';
import { runAdmin } from './program.ts';

const { fixture, aDevice } = useCluster();
const timeout = 10_000;

test(
  '[ADM-16] what the command line does shows on pages of every node, once on each',
  { timeout: 60_000 },
  async () => {
    const { ann, cem, dan, cluster } = fixture();
    // Connections are assigned in turn: two of the three are on different nodes.
    const devices = [aDevice(ann), aDevice(ann), aDevice(ann)];
    const cems = [aDevice(cem), aDevice(cem), aDevice(cem)];
    for (const device of [...devices, ...cems]) await vi.waitUntil(() => device.connects() > 0, { timeout });
    const updates = () =>
      devices.map(({ received }) => {
        const people = received.filter(({ name }) => name === 'userUpdated').map(({ args }) => args[0] as Person);
        return people.filter(({ id }) => id === dan.id).length;
      });
    const admin = (command: string, email = 'dan@example.org') =>
      runAdmin([command, email], cluster.postgres.environment);
    // Dan was the last to sign up, so the new server is his.
    expect(await admin('grant', 'ann@example.org')).toMatchObject({ code: 0, error: '' });

    expect(await admin('suspend')).toMatchObject({ code: 0, error: '' });
    await vi.waitFor(() => expect(updates()).toEqual([1, 1, 1]), { timeout });
    expect(await admin('resume')).toMatchObject({ code: 0, error: '' });
    await vi.waitFor(() => expect(updates()).toEqual([2, 2, 2]), { timeout });
    // Every node has read this, and what was before it.
    expect(await admin('sign-out', 'cem@example.org')).toMatchObject({ code: 0, error: '' });
    await vi.waitFor(() => expect(cems.every(({ socket }) => !socket.connected)).toBe(true), { timeout });
    expect(updates()).toEqual([2, 2, 2]);
    for (const { socket } of devices) socket.disconnect();
  },
);
