import type { Sql } from './sql.ts';
import type { SeededChat } from './seeded-chats.ts';

/** Texts that render slowly without limits: combining marks, joined emoji, links, one endless word, many lines. */
const texts = [
  '\u0e01\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49'.repeat(1_000),
  `zalgo${'\u0300\u0301\u0316\u0334'.repeat(600)}`,
  '\u{1f468}\u200d'.repeat(900),
  'https://a.example '.repeat(500),
  '*'.repeat(9_900),
  'line\n'.repeat(1_500),
];

/** Replaces all messages of a chat but the last. */
export async function insertSlowTexts(sql: Sql, { chatId }: SeededChat, count: number): Promise<void> {
  const contents = Array.from({ length: count - 1 }, (_, index) => texts[index % texts.length] ?? '');
  await sql`
    update messages
    set content = odd.content
    from unnest(${contents}::text[]) with ordinality as odd (content, seq)
    where messages.chat_id = ${chatId} and messages.seq = odd.seq`;
}
