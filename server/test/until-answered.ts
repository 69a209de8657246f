import { setTimeout } from 'node:timers/promises';

/** Repeats a request while the server is too busy for it, as it may be when many passwords are hashed at once. */
export async function untilAnswered<Answer extends { status: number }>(
  request: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await request();
  if (answer.status !== 503) return answer;
  await setTimeout(200);
  return untilAnswered(request);
}
