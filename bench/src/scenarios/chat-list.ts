import { type ChatId, getChats, getMessages, login, register, toRequest } from '@chat-app/contract';
import type { Sql } from '../sql.ts';
import { openHttpConnection } from '../http-connection.ts';
import { measure, round2 } from '../measure.ts';
import { readStealTime } from '../processes.ts';
import { runScenario } from '../scenario.ts';

const chatCount = 500;
const messageCount = 1_000_000;
const ann = { name: 'Ann Lee', email: 'ann@example.org', password: 'Secret1!' };

/** The sidebar of a user with 500 chats in a database of 1,000,000 messages, over HTTP and one at a time. */
await runScenario('chat-list', async ({ program, sql }) => {
  const cookie = await signUp(program.url, sql);
  await fill(sql);
  const connection = await openHttpConnection(program.url, cookie);
  const get = (url: string) => () => connection.get(url);
  const [chat] = await sql<{ id: ChatId }>`select id from chats order by last_activity_at desc limit 1`;
  const results = {
    chatList: await repeat(5, () => measureWithStealTime(500, get(getChats.path))),
    chatListSearch: await measure(200, get(`${getChats.path}?search=person%2012`)),
    newestPage: await measure(500, get(toRequest(getMessages, { chatId: chat?.id as ChatId }).url)),
  };
  connection.close();
  return results;
});

/** A neighbour on the same host steals CPU time, which shows in the slowest rounds; so the share is reported too. */
async function measureWithStealTime(count: number, work: () => Promise<unknown>) {
  const before = await readStealTime();
  const latencies = await measure(count, work);
  const after = await readStealTime();
  return { ...latencies, stolenPercent: round2((100 * (after.stolen - before.stolen)) / (after.total - before.total)) };
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let turn = 0; turn < times; turn += 1) results.push(await work());
  return results;
}

async function signUp(url: string, sql: Sql): Promise<string> {
  const send = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  await send(register.path, ann);
  await sql`update users set verified_at = now()`;
  const response = await send(login.path, { email: ann.email, password: ann.password });
  return (
    response.headers
      .getSetCookie()
      .find((line) => line.startsWith('session='))
      ?.split(';')[0] ?? ''
  );
}

/** Two chats in three are direct, the rest groups of eight; messages are spread unevenly, as in real use. */
async function fill(sql: Sql) {
  await sql`
    insert into users (id, email, name, password_hash, verified_at)
    select gen_random_uuid(), 'p' || n || '@example.org', 'Person ' || n, 'x', now() from generate_series(1, 1000) as n`;
  await sql`
    insert into chats (id, owner_id, name, created_at)
    select gen_random_uuid(), (select id from users where email = ${ann.email}), case when n % 3 = 0 then 'Group ' || n end, now() - n * interval '1 hour'
    from generate_series(1, ${chatCount}) as n`;
  await sql`
    insert into chat_members (chat_id, user_id, joined_seq, read_seq)
    select id, owner_id, 0, 0 from chats`;
  await sql`
    insert into chat_members (chat_id, user_id, joined_seq, read_seq)
    select numbered.id, others.id, 0, 0
    from (select id, name, row_number() over (order by id) as number from chats) as numbered
    cross join lateral (
      select id from users where email <> ${ann.email}
      order by md5(users.id::text || numbered.number)
      limit case when numbered.name is null then 1 else 7 end
    ) as others`;
  await sql`
    insert into messages (id, chat_id, seq, author_id, type, content, created_at)
    select gen_random_uuid(), chat_id, row_number() over (partition by chat_id order by n), author_id, 'text', 'Message number ' || n, now() - (${messageCount} - n) * interval '1 second'
    from (
      select n, chosen.id as chat_id, (select user_id from chat_members where chat_id = chosen.id order by md5(user_id::text || (n % 7)) limit 1) as author_id
      from (
        select n, 1 + floor(${chatCount} * power((n::bigint * 7919 % 100003) / 100003.0, 2))::int as number from generate_series(1, ${messageCount}) as n
      ) as spread
      join (select id, row_number() over (order by id) as number from chats) as chosen using (number)
    ) as written`;
  await sql`
    update chats
    set last_seq = newest.seq, last_activity_at = newest.created_at, head_seq = newest.seq, head_type = newest.type,
        head_content = newest.content, head_author_id = newest.author_id, head_at = newest.created_at
    from (select distinct on (chat_id) * from messages order by chat_id, seq desc) as newest
    where newest.chat_id = chats.id`;
  await sql`update chat_members set read_seq = greatest(0, last_seq - floor(random() * 20)) from chats where chats.id = chat_id`;
  await sql`vacuum analyze`;
}
