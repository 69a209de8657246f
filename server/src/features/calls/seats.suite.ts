import { type ChatId, limits, type UserId } from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { type DeviceId, newId } from '../../platform/ids.ts';
import type { Seat, Seats } from './seats.ts';

/** What every implementation of `Seats` must do; `create` returns the instances of two nodes. */
export function describeSeats(create: () => Promise<readonly [Seats, Seats]>): void {
  describeTaking(create);
  describeRaces(create);
  describeKeeping(create);
}

type CreateSeats = Parameters<typeof describeSeats>[0];

const group = { isGroup: true };
const aSeat = (given: Partial<Seat> = {}): Seat => ({
  chatId: newId(),
  userId: newId(),
  deviceId: newId(),
  nodeId: asId('first'),
  ...given,
});

function describeTaking(create: CreateSeats): void {
  test('[CALL-3] a seat that is taken is known to every node, and goes to the device that came last', async () => {
    const [here, there] = await create();
    const seat = aSeat();
    const { chatId, userId, deviceId } = seat;
    expect(await here.take(seat, group)).toEqual({ outcome: 'taken', before: null });
    expect(await here.take(seat, group)).toEqual({ outcome: 'taken', before: null });
    expect(await there.deviceOf(chatId, userId)).toBe(deviceId);
    expect(await there.chatOf(userId)).toBe(chatId);
    expect(await there.take({ ...seat, deviceId: asId('phone') }, group)).toEqual({
      outcome: 'taken',
      before: deviceId,
    });
    expect(await here.list(chatId)).toEqual([{ userId, deviceId: 'phone' }]);
    expect(await here.take(aSeat({ userId }), group)).toEqual({ outcome: 'elsewhere', chatId });
    expect(await here.deviceOf(asId('another'), userId)).toBeNull();
  });

  test('[CALL-3] is given up by the device that has it, and says who is left, in the order in which they came', async () => {
    const [here, there] = await create();
    const [ann, bob, cem] = [aSeat(), aSeat(), aSeat()].map((seat) => ({ ...seat, chatId: 'chat' })) as [
      Seat,
      Seat,
      Seat,
    ];
    for (const seat of [ann, bob, cem]) await here.take(seat, { isGroup: seat === cem });
    expect(await there.leave({ ...ann, deviceId: asId('phone') })).toBeNull();
    expect(await there.leave({ ...ann, chatId: asId('another') })).toBeNull();
    const { deviceId } = ann;
    expect(await there.leave(ann)).toEqual({ deviceId, isGroup: true, people: [bob.userId, cem.userId] });
    expect(await there.leave(ann)).toBeNull();
    expect(await there.leave({ chatId: asId('chat'), userId: cem.userId })).toMatchObject({ people: [bob.userId] });
    expect(await here.chatOf(ann.userId)).toBeNull();
    expect(await here.list(asId('chat'))).toEqual([{ userId: bob.userId, deviceId: bob.deviceId }]);
    await here.clear(asId('chat'));
  });

  test('[CALL-2] all are free when the call is over', async () => {
    const [here, there] = await create();
    const [ann, bob] = [aSeat({ chatId: asId('chat') }), aSeat({ chatId: asId('chat') })];
    await here.take(ann, group);
    await here.take(bob, group);
    await there.clear(asId('chat'));
    expect(await here.list(asId('chat'))).toEqual([]);
    expect(await here.chatOf(ann.userId)).toBeNull();
    expect(await here.take(aSeat({ userId: bob.userId, chatId: asId('another') }), { isGroup: false })).toMatchObject({
      outcome: 'taken',
    });
    expect(await here.leave({ chatId: asId('another'), userId: bob.userId })).toMatchObject({
      isGroup: false,
      people: [],
    });
  });
}

function describeRaces(create: CreateSeats): void {
  const rounds = Array.from({ length: 20 }, (_, round) => round);

  describe('[CALL-6] at once by way of two nodes', () => {
    test('two devices of one person get one seat, and the first is named to the second', async () => {
      const nodes = await create();
      for (const _ of rounds) {
        const seat = aSeat();
        const seats = nodes.map((_node, index) => ({ ...seat, deviceId: asId<DeviceId>(`device ${index}`) }));
        const takings = await Promise.all(nodes.map((node, index) => node.take(seats[index] ?? seat, group)));
        const holder = await nodes[0].deviceOf(seat.chatId, seat.userId);
        const other = holder === 'device 0' ? 'device 1' : 'device 0';
        const before = (deviceId: DeviceId | null) => takings[deviceId === 'device 0' ? 0 : 1];
        expect(before(holder)).toEqual({ outcome: 'taken', before: other });
        expect(before(asId(other))).toEqual({ outcome: 'taken', before: null });
      }
    });

    test('one person gets a seat in one of two calls', async () => {
      const nodes = await create();
      for (const _ of rounds) {
        const userId = newId<UserId>();
        const takings = await Promise.all(nodes.map((node) => node.take(aSeat({ userId }), group)));
        expect(takings.map(({ outcome }) => outcome).toSorted()).toEqual(['elsewhere', 'taken']);
      }
    });

    test('ten of eleven people get a seat', async () => {
      const nodes = await create();
      for (const _ of rounds) {
        const chatId = newId<ChatId>();
        const takings = await Promise.all(
          Array.from({ length: limits.callParticipantsMax + 1 }, (__, index) =>
            nodes[index % 2 === 0 ? 0 : 1].take(aSeat({ chatId }), group),
          ),
        );
        expect(takings.filter(({ outcome }) => outcome === 'full')).toHaveLength(1);
        expect(await nodes[1].list(chatId)).toHaveLength(limits.callParticipantsMax);
      }
    });

    test('the last two leave, and one of them is the last', async () => {
      const nodes = await create();
      for (const _ of rounds) {
        const chatId = newId<ChatId>();
        const seats = [aSeat({ chatId }), aSeat({ chatId })];
        for (const seat of seats) await nodes[0].take(seat, group);
        const lefts = await Promise.all(seats.map((seat, index) => nodes[index === 0 ? 0 : 1].leave(seat)));
        expect(new Set(lefts.map((left) => left?.people.length))).toEqual(new Set([0, 1]));
      }
    });
  });
}

function describeKeeping(create: CreateSeats): void {
  test('[CALL-6] a seat that was lost is put back by its node, but not in the place of another device', async () => {
    const [here, there] = await create();
    const seat = aSeat();
    expect(await here.keep(seat, group)).toBe(true);
    expect(await there.deviceOf(seat.chatId, seat.userId)).toBe(seat.deviceId);
    expect(await here.keep(seat, { isGroup: false })).toBe(true);
    await there.take({ ...seat, deviceId: asId('phone') }, group);
    expect(await here.keep(seat, group)).toBe(false);
    expect(await here.keep(aSeat({ userId: seat.userId }), group)).toBe(false);
    expect(await here.list(seat.chatId)).toEqual([{ userId: seat.userId, deviceId: 'phone' }]);
    expect(await here.leave({ chatId: seat.chatId, userId: seat.userId })).toMatchObject({ isGroup: true });
  });

  test('[CALL-6] a seat that nobody keeps lapses', async () => {
    const [here, there] = await create();
    const [ann, bob] = [aSeat(), aSeat({ nodeId: asId('second') })];
    await here.take(ann, group);
    await there.take(bob, group);
    expect(await here.listLapsed(20_000)).toEqual([]);
    await vi.waitFor(async () => expect(await here.listLapsed(1000)).toHaveLength(2), { timeout: 10_000 });
    expect(await here.listLapsed(1000, asId('second'))).toEqual([bob]);
    await here.keep(ann, group);
    expect(await there.listLapsed(1000)).toEqual([bob]);
    await there.leave(bob);
    expect(await there.listLapsed(0)).toEqual([ann]);
  });
}
