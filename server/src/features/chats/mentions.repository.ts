import { deletedUser } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** Whom a row of messages mentions, as `Mention[]`, in the order in which the text names them; null when nobody. */
export const mentionsOf = (sql: Sql, messages: ReturnType<Sql>) => sql`
  case when ${messages}.mention_ids is not null or ${messages}.mentions_all then (
    select json_agg(json_build_object('_id', mentioned.id, 'name', mentioned.name) order by mentioned.number)
    from (
      select 'all' as id, 'all' as name, 0 as number where ${messages}.mentions_all
      union all
      select named.id::text, coalesce(users.name, ${deletedUser.name}), named.number::int
      from unnest(${messages}.mention_ids) with ordinality as named (id, number)
      left join users on users.id = named.id
    ) as mentioned
  ) end`;
