const pictograph = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[\d#*]\ufe0f?\u20e3)/u;
const maxLargeEmoji = 3;
/** The longest emoji (families, flags of regions) have fewer code units. */
const maxEmojiLength = 30;

/** Whether the text consists of up to three emoji, which are shown large. */
export function isEmojiOnly(text: string): boolean {
  if (text.length > maxLargeEmoji * maxEmojiLength) return false;
  const characters = [...new Intl.Segmenter().segment(text)]
    .map(({ segment }) => segment)
    .filter((char) => char !== ' ');
  return (
    characters.length > 0 && characters.length <= maxLargeEmoji && characters.every((char) => pictograph.test(char))
  );
}
