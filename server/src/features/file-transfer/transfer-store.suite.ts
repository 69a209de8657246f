import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import type { TransferStore } from './transfer-store.ts';
import type { Pending, Participant, Transfer } from './transfer.ts';

/** Returns the instances of two nodes. */
export type CreateStores = () => Promise<readonly [TransferStore, TransferStore]>;

/** What every `TransferStore` must do. */
export function describeTransferStore(create: CreateStores): void {
  describeKeeping(create);
  describeTurns(create);
}

const sender: Participant = { userId: asId('ann'), deviceId: asId('ann-1'), nodeId: asId('here'), canResume: false };
const metadata = { name: 'a.txt', size: 1 };
const pending = (endsAt: number): Pending => ({ phase: 'pending', sender, receiverId: asId('bob'), metadata, endsAt });
const become = (transfer: Transfer | null) => () => ({ transfer });
const read = async (store: TransferStore, pair: string) =>
  (await store.update(pair, (transfer) => ({ transfer }))).transfer;

function describeKeeping(create: CreateStores): void {
  test('[TRF-8] a transfer written by one node is read by the others, and an update that fails changes nothing', async () => {
    const [here, there] = await create();
    expect(await read(there, 'ann bob')).toBeNull();
    await here.update('ann bob', become(pending(1000)));
    const refuse = () => {
      throw new Error('refused');
    };
    await expect(there.update('ann bob', refuse)).rejects.toThrow('refused');
    for (const store of [here, there]) expect(await read(store, 'ann bob')).toEqual(pending(1000));
    expect(await there.list()).toEqual([pending(1000)]);
    await there.update('ann bob', become(null));
    expect(await read(here, 'ann bob')).toBeNull();
    expect(await here.list()).toEqual([]);
  });

  test('[TRF-8] a request is listed for its receiver until it is answered', async () => {
    const [here, there] = await create();
    await here.update('ann bob', become(pending(1000)));
    expect(await there.listPendingFor(asId('bob'))).toEqual([pending(1000)]);
    expect(await there.listPendingFor(asId('ann'))).toEqual([]);
    const reversed = {
      ...pending(1000),
      receiverId: asId<UserId>('ann'),
      sender: { ...sender, userId: asId<UserId>('bob') },
    };
    await there.update('ann bob', become(reversed));
    expect(await here.listPendingFor(asId('bob'))).toEqual([]);
    expect(await here.listPendingFor(asId('ann'))).toHaveLength(1);
    await there.update('ann bob', become(null));
    expect(await here.listPendingFor(asId('ann'))).toEqual([]);
  });

  test('[TRF-8] expired transfers are listed until they are updated', async () => {
    const [here, there] = await create();
    await here.update('ann bob', become(pending(1000)));
    await here.update('ann cem', become(pending(2000)));
    expect(await there.listDue(999)).toEqual([]);
    expect(await there.listDue(1000)).toEqual(['ann bob']);
    await there.update('ann bob', become(pending(3000)));
    expect(await here.listDue(2500)).toEqual(['ann cem']);
    await there.update('ann cem', become(null));
    expect(await here.listDue(2500)).toEqual([]);
  });
}

function describeTurns(create: CreateStores): void {
  test('[TRF-8] of many concurrent updates by two nodes none is lost', async () => {
    const nodes = await create();
    await nodes[0].update('ann bob', become(pending(0)));
    const later = (transfer: Transfer | null) => ({ transfer: pending((transfer?.endsAt ?? 0) + 1) });
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => nodes[index % 2 === 0 ? 0 : 1].update('ann bob', later)),
    );
    expect((await read(nodes[0], 'ann bob'))?.endsAt).toBe(40);
  });

  test('[TRF-8] updates by one node are applied and answered in order, whatever another node does meanwhile', async () => {
    const [here, there] = await create();
    const count = 200;
    const made: number[] = [];
    const answered: number[] = [];
    const later = (transfer: Transfer | null) => ({ transfer: pending((transfer?.endsAt ?? 0) + 1) });
    const others = (async () => {
      for (let round = 0; round < count; round += 1) {
        await there.update('ann bob', later);
        await new Promise(setImmediate);
      }
    })();
    const ours: Promise<unknown>[] = [];
    for (let index = 0; index < count; index += 1) {
      const change = here.update('ann bob', (transfer) => {
        made[index] = (transfer?.endsAt ?? 0) + 1;
        return later(transfer);
      });
      ours.push(change.then(() => answered.push(index)));
      if (index % 3 === 0) await new Promise(setImmediate);
    }
    await Promise.all([...ours, others]);
    expect(answered).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(made).toEqual(made.toSorted((one, other) => one - other));
  });
}
