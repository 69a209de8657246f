/** Gives ids small numbers, for as long as they are in use. */
export interface Numbering<Id extends string> {
  /** The number of an id, counted as one more use. */
  take: (id: Id) => number;
  /** Ends one use. */
  release: (id: Id) => void;
  find: (id: Id) => number | undefined;
  idOf: (number: number) => Id;
}

export function createNumbering<Id extends string>(): Numbering<Id> {
  const entryById = new Map<Id, { readonly number: number; uses: number }>();
  const ids: Id[] = [];
  const free: number[] = [];
  return {
    take: (id) => {
      const known = entryById.get(id);
      if (known) {
        known.uses += 1;
        return known.number;
      }
      const number = free.pop() ?? ids.length;
      ids[number] = id;
      entryById.set(id, { number, uses: 1 });
      return number;
    },
    release: (id) => {
      const entry = entryById.get(id);
      if (!entry) return;
      entry.uses -= 1;
      if (entry.uses > 0) return;
      entryById.delete(id);
      free.push(entry.number);
    },
    find: (id) => entryById.get(id)?.number,
    idOf: (number) => ids[number] as Id,
  };
}

/** A set of ids that takes two bytes for each, four beyond 65,536 different ones; a `Set` takes twenty. */
export class CompactIds<Id extends string> {
  /** Sorted; the rest of the array is unused. */
  #numbers: Uint16Array | Uint32Array = new Uint16Array(4);
  #size = 0;

  constructor(private readonly numbering: Numbering<Id>) {}

  get size(): number {
    return this.#size;
  }

  has(id: Id): boolean {
    const number = this.numbering.find(id);
    if (number === undefined) return false;
    const index = this.#indexFor(number);
    return index < this.#size && this.#numbers[index] === number;
  }

  /** False if it is there already. */
  add(id: Id): boolean {
    if (this.has(id)) return false;
    const number = this.numbering.take(id);
    const index = this.#indexFor(number);
    this.#makeRoom(number);
    this.#numbers.copyWithin(index + 1, index, this.#size);
    this.#numbers[index] = number;
    this.#size += 1;
    return true;
  }

  /** False if it is not there. */
  delete(id: Id): boolean {
    if (!this.has(id)) return false;
    const index = this.#indexFor(this.numbering.find(id) ?? 0);
    this.#numbers.copyWithin(index, index + 1, this.#size);
    this.#size -= 1;
    this.numbering.release(id);
    return true;
  }

  list(): Id[] {
    return Array.from(this.#numbers.subarray(0, this.#size), (number) => this.numbering.idOf(number));
  }

  clear(): void {
    for (const id of this.list()) this.numbering.release(id);
    this.#size = 0;
  }

  /** The index of the number, or that at which it has to be inserted. */
  #indexFor(number: number): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#numbers[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #makeRoom(number: number) {
    const mustWiden = number > 0xffff && this.#numbers instanceof Uint16Array;
    if (this.#size < this.#numbers.length && !mustWiden) return;
    const Numbers = mustWiden || this.#numbers instanceof Uint32Array ? Uint32Array : Uint16Array;
    // A little more than needed, so that not every addition copies.
    const grown = new Numbers(Math.ceil(this.#size * 1.125) + 4);
    grown.set(this.#numbers.subarray(0, this.#size));
    this.#numbers = grown;
  }
}
