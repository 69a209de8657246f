import { type EndpointText, member } from './endpoint-text.ts';

export const searchTexts = {
  searchMessages: {
    summary: 'Search messages',
    details:
      'Newest first. All words of `q` must occur: at the beginning of a word and, from three characters, inside one; in scripts without spaces anywhere. Case and diacritics make no difference. `from` is the sender. `type` limits it to `text`, `link` or `file`; `image` and `voice` have no text and find nothing. `highlights` are start and length of each match in the content. `cursor` continues after the previous page; null on the last one. A page may have fewer messages than `limit`, or none, although there are more. A search that needs more than two seconds is refused with 400.',
    right: 'Finds only messages that the caller can see. With `chatId`, the caller must be a member of the chat.',
  },
  getMedia: {
    summary: 'List images, files, voice messages or links',
    details: 'Newest first, before the position `before`. Only messages that the caller can see.',
    right: member,
  },
} satisfies Record<string, EndpointText>;
