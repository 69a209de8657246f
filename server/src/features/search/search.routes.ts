import { getMedia, searchMessages } from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import type { Media } from './media.service.ts';
import type { Search } from './search.service.ts';

/** A person who types asks several times for one search. */
const searchRate = { limit: 120, windowMs: 60_000 };

export function serveSearch(serve: Serve, { search, media }: { search: Search; media: Media }) {
  serve(searchMessages, { rate: searchRate, turns: 'reads' }, ({ input, caller }) =>
    search.search(caller.userId, input),
  );
  serve(getMedia, { turns: 'reads' }, ({ input, caller }) => media.list(caller.userId, input));
}
