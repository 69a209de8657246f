const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const digits = /^\d+$/;
const imageAddress = /^https?:\/\/\S+\.(?:png|jpe?g)$/i;

/**
 * The message type of a typed text: two characters that contain an emoji are an emoji, the address of an image is an
 * image, anything else is text. Characters are UTF-16 code units, so most emoji count as two.
 */
export function typeOfText(content: string): 'text' | 'emoji' | 'image' {
  if (content.length === 2 && emoji.test(content) && !digits.test(content)) return 'emoji';
  return imageAddress.test(content) ? 'image' : 'text';
}
