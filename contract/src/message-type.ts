const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const digits = /^\d+$/;
const imageAddress = /^https?:\/\/\S+\.(?:png|jpe?g)$/i;

/**
 * What a typed text is sent as: two characters with an emoji among them are an emoji, an address of a picture is an
 * image, anything else is text. Characters are counted as JavaScript does, so most emoji are two.
 */
export function typeOfText(content: string): 'text' | 'emoji' | 'image' {
  if (content.length === 2 && emoji.test(content) && !digits.test(content)) return 'emoji';
  return imageAddress.test(content) ? 'image' : 'text';
}
