import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../test/random.ts';
import { CompactIds, createNumbering } from './compact-ids.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

describe('[PRS-20] compact lists of people', () => {
  test(`equal sets, whatever is added and removed (seed ${seed})`, () => {
    const random = createRandom(seed);
    const numbering = createNumbering<string>();
    const pairs = Array.from({ length: 5 }, () => ({ compact: new CompactIds(numbering), set: new Set<string>() }));
    const wrong: number[] = [];
    for (let step = 0; step < 20_000; step += 1) {
      const { compact, set } = random.pick(pairs);
      const id = `person ${random.below(200)}`;
      const act = random.isOneIn(500) ? 'clear' : random.isOneIn(2) ? 'add' : 'delete';
      const sizeBefore = set.size;
      set[act](id);
      const isDone = act === 'clear' ? undefined : set.size !== sizeBefore;
      if (compact[act](id) !== isDone || compact.size !== set.size || compact.has(id) !== set.has(id)) wrong.push(step);
    }
    expect(wrong).toEqual([]);
    for (const { compact, set } of pairs) expect(new Set(compact.list())).toEqual(set);
  });

  test('hold more than 65,536 people, and give up the numbers of those who are in none', () => {
    const numbering = createNumbering<string>();
    const crowd = new CompactIds(numbering);
    for (let number = 0; number < 70_000; number += 1) crowd.add(`person ${number}`);
    expect([crowd.size, crowd.has('person 69999'), crowd.has('person 70000')]).toEqual([70_000, true, false]);
    const few = new CompactIds(numbering);
    few.add('person 1');
    few.add('person 69999');
    crowd.clear();
    expect(few.list().toSorted()).toEqual(['person 1', 'person 69999']);
    expect(numbering.find('person 2')).toBeUndefined();
    few.add('somebody new');
    expect(numbering.find('somebody new')).toBeLessThan(70_000);
  });
});
