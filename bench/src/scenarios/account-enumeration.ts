import { forgotPassword, getPasskeyLoginOptions, login, secondFactorLogin } from '@chat-app/contract';
import { createHash, randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Secret, TOTP } from 'otpauth';
import { openHttpConnection, type HttpConnection } from '../http-connection.ts';
import { round2, summarise } from '../measure.ts';
import { runScenario, type ScenarioContext, sized } from '../scenario.ts';

const samples = sized(2_000, 40);
const password = 'Secret1!';

/** Of all accounts with a second step. */
const secret = new Secret({ size: 20 });

/** An attacker compares the times of answers: with and without an account or a second step, and of wrong codes. */
await runScenario('told-apart', async ({ program, sql }) => {
  await sql`
    insert into users (id, email, name, verified_at, password_hash)
    select gen_random_uuid(), 'known' || n || '@example.org', 'Known ' || n, now(),
      '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$6H8pXEOgg4OGnBhDPbUuJ5BmMDdmlVJGFcKbCVLo7vQ'
    from generate_series(1, ${samples}) as n`;
  await sql`
    insert into users (id, email, name, verified_at, password_hash)
    select gen_random_uuid(), 'guarded' || n || '@example.org', 'Guarded ' || n, now(),
      (select password_hash from users where email = 'known1@example.org')
    from generate_series(1, ${samples}) as n`;
  await sql`
    insert into second_factors (user_id, secret, confirmed_at)
    select id, ${Buffer.from(secret.buffer)}, now() from users where email like 'guarded%'`;
  const connection = await openHttpConnection(program.url, '', { maxResponseBytes: 16 * 1024 });
  const time = (path: string, body: object, expected: number) => timeRequest(connection, path, body, expected);
  const timeLogin = (email: string) => time(login.path, { email, password, remember: false }, 401);
  const nobody = (n: number) => `nobody${n}@example.org`;
  const known = (n: number) => `known${n}@example.org`;
  const guarded = (n: number) => `guarded${n}@example.org`;

  const signIn = await compare((n, isKnown) => timeLogin(isKnown ? known(n) : nobody(n)));
  const forgotten = await compare((n, isKnown) =>
    time(forgotPassword.path, { email: isKnown ? known(n) : nobody(n) }, 200),
  );
  const secondStep = await compare((n, isGuarded) => timeLogin(isGuarded ? guarded(n) : known(n)));
  const wrongCodes = await compare(async (n, isNear) => {
    const ticket = await addTicket(sql, guarded(n));
    return time(secondFactorLogin.path, { ticket, code: wrongCode(isNear) }, 401);
  });
  const passkeyOptions = await compare((n, isKnown) =>
    time(getPasskeyLoginOptions.path, { email: isKnown ? known(n) : nobody(n) }, 200),
  );
  connection.close();
  return { samplesOfEach: samples, signIn, forgotten, secondStep, wrongCodes, passkeyOptions };
});

/** As after a right password. */
async function addTicket(sql: ScenarioContext['sql'], email: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await sql`
    insert into login_tickets (token_hash, user_id, is_remembered, expires_at)
    select ${createHash('sha256').update(ticket).digest()}, id, false, now() + interval '5 minutes'
    from users where email = ${email}`;
  return ticket;
}

/** Wrong in its last digit only, or in all of them. */
function wrongCode(isNear: boolean): string {
  const right = new TOTP({ secret }).generate();
  const change = (digit: string) => String((Number(digit) + 5) % 10);
  return isNear ? right.slice(0, -1) + change(right.slice(-1)) : right.replace(/\d/g, change);
}

async function timeRequest(connection: HttpConnection, path: string, body: object, expected: number): Promise<number> {
  const startedAt = performance.now();
  const { status } = await connection.tryPost(path, body);
  if (status !== expected) throw new Error(`${path} answered ${status}`);
  return performance.now() - startedAt;
}

/** Interleaved, so that other load on the machine, including the mails to existing accounts, affects both. */
async function compare(request: (n: number, isKnown: boolean) => Promise<number>) {
  const [known, unknown]: [number[], number[]] = [[], []];
  while (known.length < samples || unknown.length < samples) {
    const isKnown = unknown.length >= samples || (known.length < samples && Math.random() < 0.5);
    const times = isKnown ? known : unknown;
    times.push(await request(times.length + 1, isKnown));
  }
  const [one, other] = [meanAndErrorOf(known), meanAndErrorOf(unknown)];
  const apartMs = Math.abs(one.mean - other.mean);
  return {
    known: summarise(known),
    unknown: summarise(unknown),
    apartMs: round2(apartMs),
    /** Welch's t: the difference in units of its standard error. */
    welchT: round2(apartMs / Math.sqrt(one.error + other.error)),
  };
}

function meanAndErrorOf(times: readonly number[]) {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1);
  return { mean, error: variance / times.length };
}
