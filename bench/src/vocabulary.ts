const syllables =
  'ba be bo da de di do fa fi ga go ka ki la le li lo ma me mi na ne no pa ra re ri sa se so ta te to va vi'.split(' ');
const size = 20_000;

/** Made-up words, used as often as those of a language: the second half as often as the first, and so on. */
export function createVocabulary(seed = 1) {
  let state = seed;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const makeWord = (length: number) =>
    Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join('');
  const words = new Set<string>();
  while (words.size < size) words.add(makeWord(words.size < 200 ? 2 : 2 + Math.floor(random() * 3)));
  const ranked = [...words];
  // The logarithm of a rank is spread evenly, which is Zipf's law.
  const anyWord = () => ranked[Math.floor(size ** random()) - 1] ?? '';
  return {
    /** The word that is used most has rank 1. */
    word: (rank: number) => ranked[rank - 1] ?? '',
    sentence: () => Array.from({ length: 4 + Math.floor(random() * 12) }, anyWord).join(' '),
  };
}
