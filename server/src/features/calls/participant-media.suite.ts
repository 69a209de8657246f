import { type CallMedia, type ChatId, limits, type ShownMedia } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { newId } from '../../platform/ids.ts';
import type { Participant, ParticipantStore } from './participant-store.ts';
import { aParticipant, type CreateStores } from './participant-store.suite.ts';

const group = { isGroup: true };
const nothing: ShownMedia = { isCameraOn: false, isScreenShared: false };
const camera: ShownMedia = { isCameraOn: true, isScreenShared: false };
const screen: ShownMedia = { isCameraOn: false, isScreenShared: true };
const both: ShownMedia = { isCameraOn: true, isScreenShared: true };

const shows = (cameras: readonly Participant[], screenOf: Participant | null = null): CallMedia => ({
  cameraIds: cameras.map(({ userId }) => userId),
  screenId: screenOf?.userId ?? null,
});
const shown = (...args: Parameters<typeof shows>) => ({ outcome: 'shown', media: shows(...args) });

/** What every implementation of `ParticipantStore` must do with cameras and screens. */
export function describeParticipantMedia(create: CreateStores): void {
  describeShowing(create);
  describeHiding(create);
  describeShowingRaces(create);
}

/** Participants of the same call, in the order of joining. */
async function join(store: ParticipantStore, count: number): Promise<Participant[]> {
  const chatId = newId<ChatId>();
  const participants = Array.from({ length: count }, () => aParticipant({ chatId }));
  for (const participant of participants) await store.join(participant, group);
  return participants;
}

async function joinThree(store: ParticipantStore) {
  const [ann = aParticipant(), bob = aParticipant(), cem = aParticipant()] = await join(store, 3);
  return { ann, bob, cem, chatId: ann.chatId };
}

function describeShowing(create: CreateStores): void {
  test('[CALL-402] cameras are listed on every node in the order in which they were turned on', async () => {
    const [here, there] = await create();
    const { ann, bob, cem, chatId } = await joinThree(here);
    expect(await here.mediaOf(chatId)).toEqual(shows([]));
    expect(await there.show(cem, camera)).toEqual(shown([cem]));
    expect(await here.show(ann, camera)).toEqual(shown([cem, ann]));
    expect(await there.show(bob, camera)).toEqual(shown([cem, ann, bob]));
    expect(await there.show(cem, camera)).toEqual(shown([cem, ann, bob]));
    expect(await here.show(cem, nothing)).toEqual(shown([ann, bob]));
    expect(await here.show(cem, nothing)).toEqual(shown([ann, bob]));
    expect(await here.show(cem, camera)).toEqual(shown([ann, bob, cem]));
    expect(await there.mediaOf(chatId)).toEqual(shows([ann, bob, cem]));
    await here.join(ann, group);
    expect(await here.renew(ann, group)).toBe(true);
    expect(await there.mediaOf(chatId)).toEqual(shows([ann, bob, cem]));
  });

  test('[CALL-404] a shared screen replaces that of another participant, and does not return after it', async () => {
    const [here, there] = await create();
    const { ann, bob, cem, chatId } = await joinThree(here);
    expect(await here.show(ann, both)).toEqual(shown([ann], ann));
    expect(await there.show(bob, screen)).toEqual(shown([ann], bob));
    expect(await here.show(ann, camera)).toEqual(shown([ann], bob));
    expect(await there.show(bob, nothing)).toEqual(shown([ann]));
    expect(await there.mediaOf(chatId)).toEqual(shows([ann]));

    // A late event of somebody who was replaced does not take over.
    await here.show(ann, screen);
    await there.show(bob, screen);
    expect(await here.show(ann, both)).toEqual(shown([ann], bob));
    expect(await here.show(ann, camera)).toEqual(shown([ann], bob));
    expect(await here.show(ann, both)).toEqual(shown([ann], ann));
    await there.show(cem, screen);
    await here.leave(ann);
    await here.join(ann, group);
    expect(await here.show(ann, screen)).toEqual(shown([], ann));
    await there.show(cem, nothing);
    await there.show(cem, screen);
    await there.leave(cem);
    expect(await here.show(ann, screen)).toEqual(shown([], ann));
    expect(await there.mediaOf(chatId)).toEqual(shows([], ann));
  });

  test('[CALL-401] only the device in the call shows anything', async () => {
    const [here, there] = await create();
    const { ann, chatId } = await joinThree(here);
    const absent = { outcome: 'absent' };
    expect(await there.show({ ...ann, deviceId: asId('phone') }, both)).toEqual(absent);
    expect(await there.show({ ...ann, chatId: newId() }, both)).toEqual(absent);
    expect(await there.show(aParticipant({ chatId }), both)).toEqual(absent);
    expect(await there.show(aParticipant(), nothing)).toEqual(absent);
    expect(await here.mediaOf(chatId)).toEqual(shows([]));
    expect(await here.mediaOf(newId())).toEqual(shows([]));
  });

  test('[CALL-403] a seventh camera is refused and changes nothing; six people who show theirs go on', async () => {
    const [here, there] = await create();
    const people = await join(here, limits.callCamerasMax + 1);
    const [first = aParticipant(), seventh = aParticipant()] = [people[0], people.at(-1)];
    const six = people.slice(0, -1);
    for (const each of six) await here.show(each, camera);
    expect(await there.show(seventh, both)).toEqual({ outcome: 'full' });
    expect(await there.mediaOf(seventh.chatId)).toEqual(shows(six));
    expect(await there.show(seventh, screen)).toEqual(shown(six, seventh));
    expect(await there.show(first, both)).toEqual(shown(six, first));
    await here.leave(first);
    expect(await there.show(seventh, camera)).toEqual(shown([...six.slice(1), seventh]));
  });
}

function describeHiding(create: CreateStores): void {
  test('[CALL-405] what a person showed ends when they leave or change the device, and the others are notified only then', async () => {
    const [here, there] = await create();
    const { ann, bob, cem, chatId } = await joinThree(here);
    await here.show(ann, both);
    await here.show(bob, camera);
    expect(await there.leave({ ...ann, deviceId: asId('phone') })).toBeNull();
    expect(await there.mediaOf(chatId)).toEqual(shows([ann, bob], ann));
    expect(await there.leave(cem)).toMatchObject({ media: null });
    expect(await there.leave(ann)).toMatchObject({ media: shows([bob]) });
    expect(await there.join(ann, group)).toMatchObject({ outcome: 'joined' });
    expect(await here.mediaOf(chatId)).toEqual(shows([bob]));
    expect(await here.leave(ann)).toMatchObject({ media: null });

    // Another device replaces it, which ends what the first showed, also when that returns.
    await here.join(ann, group);
    await here.show(ann, both);
    const phone = { ...ann, deviceId: asId<Participant['deviceId']>('phone') };
    await there.join(phone, group);
    expect(await here.mediaOf(chatId)).toEqual(shows([bob]));
    expect(await here.show(ann, both)).toEqual({ outcome: 'absent' });
    await here.join(ann, group);
    expect(await here.mediaOf(chatId)).toEqual(shows([bob]));
    expect(await here.show(ann, screen)).toEqual(shown([bob], ann));
    await here.join(phone, group);
    expect(await here.leave(phone)).toMatchObject({ media: null });
  });

  test('[CALL-405] nothing is left of a call that has ended, nor after the data of the store was lost', async () => {
    const [here, there] = await create();
    const { ann, chatId } = await joinThree(here);
    await here.show(ann, both);
    await there.clear(chatId);
    expect(await here.mediaOf(chatId)).toEqual(shows([]));
    expect(await here.renew(ann, group)).toBe(true);
    expect(await there.mediaOf(chatId)).toEqual(shows([]));
    expect(await there.show(ann, both)).toEqual(shown([ann], ann));
  });
}

function describeShowingRaces(create: CreateStores): void {
  const rounds = Array.from({ length: 20 }, (_, round) => round);

  test('[CALL-403] of seven people who turn their cameras on at once, through two nodes, six succeed', async () => {
    const nodes = await create();
    for (const _ of rounds) {
      const people = await join(nodes[0], limits.callCamerasMax + 1);
      const results = await Promise.all(people.map((each, index) => nodes[index % 2 === 0 ? 0 : 1].show(each, camera)));
      const succeeded = people.filter((__, index) => results[index]?.outcome === 'shown').map(({ userId }) => userId);
      expect(results.filter(({ outcome }) => outcome === 'full')).toHaveLength(1);
      const { cameraIds } = await nodes[1].mediaOf(people[0]?.chatId ?? newId());
      expect(cameraIds.toSorted()).toEqual(succeeded.toSorted());
    }
  });

  test('[CALL-404] of two people who share their screens at once, one does', async () => {
    const nodes = await create();
    for (const _ of rounds) {
      const { ann, bob, chatId } = await joinThree(nodes[0]);
      const results = await Promise.all([nodes[0].show(ann, screen), nodes[1].show(bob, screen)]);
      expect(results.map(({ outcome }) => outcome)).toEqual(['shown', 'shown']);
      const { screenId } = await nodes[0].mediaOf(chatId);
      const loser = screenId === ann.userId ? bob : ann;
      expect([ann.userId, bob.userId]).toContain(screenId);
      expect(await nodes[1].show(loser, nothing)).toMatchObject({ media: { screenId } });
    }
  });

  test('[CALL-405] a camera that is turned on while its device leaves does not stay on', async () => {
    const nodes = await create();
    for (const _ of rounds) {
      const { ann, chatId } = await joinThree(nodes[0]);
      await Promise.all([nodes[0].show(ann, both), nodes[1].leave(ann)]);
      expect(await nodes[0].mediaOf(chatId)).toEqual(shows([]));
    }
  });
}
