import { type ChatId, startVoiceCall, toRequest } from '@chat-app/contract';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { measureCall } from '../call-browsers.ts';
import { measureRelay } from '../call-relay.ts';
import { measureVideoCall } from '../call-video.ts';
import { createChat, createUsers, type BenchUser } from '../users.ts';
import { runScenario, sized } from '../scenario.ts';

const lengths = sized(
  { toneSeconds: 60, pulseSeconds: 30, videoSeconds: 20 },
  { toneSeconds: 10, pulseSeconds: 10, videoSeconds: 5 },
);

const videoCalls = sized({ two: 2, four: 4, six: 6 }, { two: 2, four: 3, six: 4 });

/** The audio quality of calls over both paths, and the server's cost of relaying them. */
await runScenario('calls', async ({ program, sql }) => {
  // Browsers must use the host name of PUBLIC_URL.
  const url = program.url.replace('127.0.0.1', 'localhost');
  const users = (await createUsers(sql, 2)) as [BenchUser, BenchUser];
  const chatId = await createChat(sql, users);
  await sql`
    insert into friendships (id, requester_id, recipient_id, accepted_at)
    values (${chatId}, ${users[0].id}, ${users[1].id}, now())`;

  const start = async ({ cookie }: BenchUser, about: ChatId) => {
    const { method, url: path, body } = toRequest(startVoiceCall, { chatId: about });
    const headers = { cookie, 'content-type': 'application/json' };
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const { status } = await fetch(program.url + path, { method, headers, body: JSON.stringify(body) });
      if (status === 200) return;
      // The others are online once they are connected.
      await pause(200);
    }
    throw new Error('the call could not be started');
  };
  const call = { url, chatId, users, start: () => start(users[0], chatId) };

  async function measureVideo(size: number) {
    const people = size === 2 ? users : await createUsers(sql, size);
    const [caller] = people;
    if (!caller) throw new Error('nobody is there');
    const about = size === 2 ? chatId : await createChat(sql, people);
    return measureVideoCall(
      { url, chatId: about, users: people, start: () => start(caller, about) },
      lengths.videoSeconds,
    );
  }

  return {
    load: loadavg().map((value) => Math.round(value * 10) / 10),
    audioStream: await measureCall({ ...call, isDirect: false }, lengths),
    webRtc: await measureCall({ ...call, isDirect: true }, lengths),
    relay: await measureRelay({ program, sql, start }, { callCount: 10, participantCount: 5, seconds: sized(30, 10) }),
    // Last, because it keeps every core busy.
    video: {
      two: await measureVideo(videoCalls.two),
      four: await measureVideo(videoCalls.four),
      six: await measureVideo(videoCalls.six),
    },
  };
});
