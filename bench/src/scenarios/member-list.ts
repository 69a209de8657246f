import { launchBrowser, signIn } from '../browser.ts';
import { watchMainThread, type LongestTask } from '../main-thread.ts';
import { summarise } from '../measure.ts';
import { createChat, createUsers } from '../users.ts';
import { runScenario, sized } from '../scenario.ts';

const memberCount = sized(1_000, 50);
const openings = sized(10, 2);

/** A member opens the list of members of a large group again and again. */
await runScenario('member-list', async ({ program, sql }) => {
  // Browsers must use the host name of PUBLIC_URL.
  const url = program.url.replace('127.0.0.1', 'localhost');
  const users = await createUsers(sql, memberCount);
  const chatId = await createChat(sql, users);
  await sql`update chats set name = 'Everybody' where id = ${chatId}`;
  const [reader] = users;
  if (!reader) throw new Error('nobody is there');
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1_440, height: 900 } });
    await signIn(context, url, reader);
    const page = await context.newPage();
    await page.goto(`/chat/${chatId}`);
    const toggle = page.getByRole('button', { name: /^Group chat members/ });
    if (!(await toggle.isVisible())) await page.getByRole('button', { name: 'Chat info' }).click();
    await toggle.waitFor();
    const tasks: LongestTask[] = [];
    for (let turn = 0; turn < openings; turn += 1) {
      const thread = await watchMainThread(page);
      await toggle.click();
      await page.getByRole('list', { name: 'Group chat members' }).getByRole('listitem').first().waitFor();
      tasks.push(await thread.stop());
      await toggle.click();
    }
    return {
      members: memberCount,
      longestTask: {
        cpu: summarise(tasks.map(({ cpuMs }) => cpuMs)),
        wall: summarise(tasks.map(({ wallMs }) => wallMs)),
      },
      first: tasks[0],
      longCount: tasks.reduce((sum, task) => sum + task.longCount, 0),
    };
  } finally {
    await browser.close();
  }
});
