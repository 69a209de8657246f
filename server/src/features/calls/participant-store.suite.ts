import { type ChatId, limits, type UserId } from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { type DeviceId, newId } from '../../platform/ids.ts';
import type { Participant, ParticipantStore } from './participant-store.ts';

/** Returns the instances of two nodes. */
export type CreateStores = () => Promise<readonly [ParticipantStore, ParticipantStore]>;

/** What every implementation of `ParticipantStore` must do. */
export function describeParticipantStore(create: CreateStores): void {
  describeJoining(create);
  describeRaces(create);
  describeRenewal(create);
}

const group = { isGroup: true };
export const aParticipant = (given: Partial<Participant> = {}): Participant => ({
  chatId: newId(),
  userId: newId(),
  deviceId: newId(),
  nodeId: asId('first'),
  ...given,
});

function describeJoining(create: CreateStores): void {
  test('[CALL-3] a participant is known to every node, and a second device replaces the first', async () => {
    const [here, there] = await create();
    const participant = aParticipant();
    const { chatId, userId, deviceId } = participant;
    expect(await here.join(participant, group)).toEqual({ outcome: 'joined', replacedDeviceId: null });
    expect(await here.join(participant, group)).toEqual({ outcome: 'joined', replacedDeviceId: null });
    expect(await there.deviceOf(chatId, userId)).toBe(deviceId);
    expect(await there.chatOf(userId)).toBe(chatId);
    expect(await there.join({ ...participant, deviceId: asId('phone') }, group)).toEqual({
      outcome: 'joined',
      replacedDeviceId: deviceId,
    });
    expect(await here.list(chatId)).toEqual([{ userId, deviceId: 'phone' }]);
    expect(await here.join(aParticipant({ userId }), group)).toEqual({ outcome: 'elsewhere', chatId });
    expect(await here.deviceOf(asId('another'), userId)).toBeNull();
  });

  test('[CALL-3] only the device in the call can leave; the others are returned in order of joining', async () => {
    const [here, there] = await create();
    const chatId = newId<ChatId>();
    const [ann, bob, cem] = [aParticipant({ chatId }), aParticipant({ chatId }), aParticipant({ chatId })];
    for (const participant of [ann, bob, cem]) await here.join(participant, { isGroup: participant === cem });
    expect(await there.leave({ ...ann, deviceId: asId('phone') })).toBeNull();
    expect(await there.leave({ ...ann, chatId: asId('another') })).toBeNull();
    const { deviceId } = ann;
    const remaining = [bob.userId, cem.userId];
    expect(await there.leave(ann)).toEqual({ deviceId, isGroup: true, remaining, media: null });
    expect(await there.leave(ann)).toBeNull();
    expect(await there.leave({ chatId, userId: cem.userId })).toMatchObject({ remaining: [bob.userId] });
    expect(await here.chatOf(ann.userId)).toBeNull();
    expect(await here.list(chatId)).toEqual([{ userId: bob.userId, deviceId: bob.deviceId }]);
  });

  test('[CALL-2] all participants are removed when the call ends', async () => {
    const [here, there] = await create();
    const [ann, bob] = [aParticipant({ chatId: asId('chat') }), aParticipant({ chatId: asId('chat') })];
    for (const participant of [ann, bob]) await here.join(participant, group);
    await there.clear(asId('chat'));
    expect(await here.list(asId('chat'))).toEqual([]);
    expect(await here.chatOf(ann.userId)).toBeNull();
    const next = aParticipant({ userId: bob.userId });
    expect(await here.join(next, { isGroup: false })).toMatchObject({ outcome: 'joined' });
    expect(await here.leave(next)).toMatchObject({ isGroup: false, remaining: [] });
  });
}

function describeRaces(create: CreateStores): void {
  const rounds = Array.from({ length: 20 }, (_, round) => round);

  describe('[CALL-6] at the same time through two nodes', () => {
    test('one of two devices of a person joins, and replaces the other', async () => {
      const nodes = await create();
      for (const _ of rounds) {
        const participant = aParticipant();
        const join = (index: 0 | 1) => nodes[index].join({ ...participant, deviceId: asId(`device ${index}`) }, group);
        const results = await Promise.all([join(0), join(1)]);
        const holder = await nodes[0].deviceOf(participant.chatId, participant.userId);
        const other = holder === 'device 0' ? 'device 1' : 'device 0';
        const resultOf = (deviceId: DeviceId | null) => results[deviceId === 'device 0' ? 0 : 1];
        expect(resultOf(holder)).toEqual({ outcome: 'joined', replacedDeviceId: other });
        expect(resultOf(asId(other))).toEqual({ outcome: 'joined', replacedDeviceId: null });
      }
    });

    test('one person joins only one of two calls', async () => {
      const nodes = await create();
      for (const _ of rounds) {
        const userId = newId<UserId>();
        const results = await Promise.all(nodes.map((node) => node.join(aParticipant({ userId }), group)));
        expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['elsewhere', 'joined']);
      }
    });

    test('ten of eleven people join', async () => {
      const nodes = await create();
      for (const _ of rounds) {
        const chatId = newId<ChatId>();
        const results = await Promise.all(
          Array.from({ length: limits.callParticipantsMax + 1 }, (__, index) =>
            nodes[index % 2 === 0 ? 0 : 1].join(aParticipant({ chatId }), group),
          ),
        );
        expect(results.filter(({ outcome }) => outcome === 'full')).toHaveLength(1);
        expect(await nodes[1].list(chatId)).toHaveLength(limits.callParticipantsMax);
      }
    });

    test('the last two leave, and exactly one of them is the last', async () => {
      const nodes = await create();
      for (const _ of rounds) {
        const chatId = newId<ChatId>();
        const participants = [aParticipant({ chatId }), aParticipant({ chatId })];
        for (const participant of participants) await nodes[0].join(participant, group);
        const leaveResults = await Promise.all(
          participants.map((participant, index) => nodes[index === 0 ? 0 : 1].leave(participant)),
        );
        expect(new Set(leaveResults.map((result) => result?.remaining.length))).toEqual(new Set([0, 1]));
      }
    });
  });
}

function describeRenewal(create: CreateStores): void {
  test('[CALL-6] a lost participant is restored by its node, but does not replace another device', async () => {
    const [here, there] = await create();
    const participant = aParticipant();
    expect(await here.renew(participant, group)).toBe(true);
    expect(await there.deviceOf(participant.chatId, participant.userId)).toBe(participant.deviceId);
    expect(await here.renew(participant, { isGroup: false })).toBe(true);
    await there.join({ ...participant, deviceId: asId('phone') }, group);
    expect(await here.renew(participant, group)).toBe(false);
    expect(await here.renew(aParticipant({ userId: participant.userId }), group)).toBe(false);
    expect(await here.list(participant.chatId)).toEqual([{ userId: participant.userId, deviceId: 'phone' }]);
    expect(await here.leave({ chatId: participant.chatId, userId: participant.userId })).toMatchObject({
      isGroup: true,
    });
  });

  test('[CALL-6] a participant that is not renewed expires', async () => {
    const [here, there] = await create();
    const [ann, bob] = [aParticipant(), aParticipant({ nodeId: asId('second') })];
    await here.join(ann, group);
    await there.join(bob, group);
    expect(await here.listExpired(20_000)).toEqual([]);
    await vi.waitFor(async () => expect(await here.listExpired(100)).toHaveLength(2));
    await vi.waitFor(async () => {
      await here.renew(ann, group);
      expect(await there.listExpired(100)).toEqual([bob]);
    });
    await there.leave(bob);
    expect(await there.listExpired(0)).toEqual([ann]);
  });

  test('[CALL-6] a node that stops abandons the participants that it no longer renews', async () => {
    const [here, there] = await create();
    const [ann, bob] = [aParticipant({ nodeId: asId('second') }), aParticipant()];
    await here.join(ann, group);
    await there.join(bob, group);
    const distantFuture = Date.now() * 2;
    expect(await there.listAbandoned(asId('second'), distantFuture)).toEqual([ann]);
    expect(await there.listAbandoned(asId('second'), 0)).toEqual([]);
    expect(await there.listAbandoned(asId('third'), distantFuture)).toEqual([]);
  });
}
