import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { connect, openSocket } from '../../test/device.ts';
import { type Person, people, tokenIn } from '../../test/people.ts';
import { useOwnTestApp } from '../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aChat, anotherDevice, anUnverifiedUser, aVerifiedUser, befriend } = people(app);

const cookieOf = (person: Person) => `session=${person.cookies.get('session')}`;
const outcome = (device: ReturnType<typeof openSocket>) =>
  new Promise<string>((resolve) => {
    device.socket.on('connect', () => resolve('connected'));
    device.socket.on('connect_error', (error) => resolve(error.message));
  });

describe('[RT-20] a connection', () => {
  test('needs a verified session', async () => {
    const [ann, bob] = [await aVerifiedUser(), await anUnverifiedUser()];
    expect(await outcome(openSocket(app, {}))).toBe('unauthorized');
    expect(await outcome(openSocket(app, { cookie: 'session=forged' }))).toBe('unauthorized');
    expect(await outcome(openSocket(app, { cookie: cookieOf(bob) }))).toBe('unauthorized');
    expect(await outcome(openSocket(app, { cookie: cookieOf(ann) }))).toBe('connected');
  });

  test('[RT-201] that is refused carries the code of the reason', async () => {
    const { socket } = openSocket(app, { cookie: 'session=forged' });
    const error = await new Promise<Error & { data?: unknown }>((resolve) => socket.on('connect_error', resolve));
    expect(error.data).toEqual({ code: 'unauthenticated' });
  });

  test('from another site is refused, from our own page accepted', async () => {
    const ann = await aVerifiedUser();
    expect(await outcome(openSocket(app, { cookie: cookieOf(ann), origin: 'https://evil.example' }))).not.toBe(
      'connected',
    );
    expect(await outcome(openSocket(app, { cookie: cookieOf(ann), origin: 'null' }))).not.toBe('connected');
    expect(await outcome(openSocket(app, { cookie: cookieOf(ann), origin: app.baseUrl }))).toBe('connected');
  });

  test('ends with its session; others stay open', async () => {
    const ann = await aVerifiedUser();
    const phone = await anotherDevice(ann);
    const [laptop, mobile] = [await connect(app, ann), await connect(app, phone)];
    await ann.call(contract.logout, {});
    await vi.waitUntil(() => laptop.socket.disconnected, { interval: 5 });
    expect(mobile.socket.connected).toBe(true);
  });

  test('ends on every other device when the password changes, and on all when it is reset', async () => {
    const ann = await aVerifiedUser();
    const phone = await anotherDevice(ann);
    const [laptop, mobile] = [await connect(app, ann), await connect(app, phone)];
    await ann.call(contract.updatePassword, { oldPassword: ann.password, newPassword: 'Changed1#' });
    await vi.waitUntil(() => mobile.socket.disconnected, { interval: 5 });
    expect(laptop.socket.connected).toBe(true);

    await app.client().call(contract.forgotPassword, { email: ann.email });
    const token = tokenIn(await app.mailbox.mailTo(ann.email, (mail) => mail.subject.startsWith('Reset')));
    await app.client().call(contract.resetPassword, { token, newPassword: 'Changed2#' });
    await vi.waitUntil(() => laptop.socket.disconnected, { interval: 5 });
  });

  test('ends when its session expires', async () => {
    const ann = await aVerifiedUser();
    const device = await connect(app, ann);
    await app.database.sql`update sessions set expires_at = now() where user_id = ${ann.user.id}`;
    await vi.waitUntil(() => device.socket.disconnected, { interval: 10 });
    expect((await ann.call(contract.getSession, {})).status).toBe(401);
  });

  test('receives the heads of its chats at once', async () => {
    const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const [direct, group] = [await aChat(ann, bob), await aChat(ann, cat, await aVerifiedUser())];
    const device = await connect(app, ann);
    const heads = { [direct]: 0, [group]: 1 };
    // Nothing has been edited or deleted: the revs are the seqs.
    expect(device.all('chatHeads')[0]).toEqual([heads, heads]);
  });

  test('is refused beyond the thirtieth of one person', async () => {
    const ann = await aVerifiedUser();
    await Promise.all(Array.from({ length: 30 }, () => connect(app, ann, { isAnnounced: false })));
    expect(await outcome(openSocket(app, { cookie: cookieOf(ann) }))).toBe('too many connections');
  });
});

describe('[RT-21] an invalid event is answered and changes nothing', () => {
  const rubbish: [string | number, unknown[]][] = [
    ['online', []],
    ['online', ['x']],
    ['online', [['x']]],
    ['online', [{ id: 1 }]],
    ['chatRead', ['x', 1]],
    ['chatRead', ['00000000-0000-7000-8000-000000000000', -1]],
    ['chatRead', ['00000000-0000-7000-8000-000000000000', Number.MAX_VALUE]],
    ['chatRead', ['00000000-0000-7000-8000-000000000000', '1']],
    ['__proto__', [{}]],
    ['constructor', []],
    ['nothing', [1, 2, 3]],
    [5, []],
    ['x'.repeat(5000), []],
  ];
  test.each(rubbish)('%s %j', async (name, args) => {
    const device = await connect(app, await aVerifiedUser(), { isAnnounced: false });
    (device.socket.emit as (name: string | number, ...args: unknown[]) => void)(name, ...args);
    const [event, message] = await device.waitFor('errorMessage');
    expect(event).toBe(String(name).slice(0, 50));
    expect(message).not.toMatch(/stack|undefined|Error/);
    expect(device.socket.connected).toBe(true);
  });

  test('a flood of events is rate limited', async () => {
    const ann = await aVerifiedUser();
    const device = await connect(app, ann, { isAnnounced: false });
    for (let count = 0; count < 400; count += 1) device.socket.emit('online', ann.user.id);
    expect(await device.waitFor('errorMessage')).toEqual([
      'online',
      'Too many events. Please slow down.',
      { code: 'rate_limited' },
    ]);
  });

  test('an event that is too large ends the connection, not the server', async () => {
    const ann = await aVerifiedUser();
    const device = await connect(app, ann);
    (device.socket.emit as (name: string, ...args: unknown[]) => void)('online', 'x'.repeat(300_000));
    await vi.waitUntil(() => device.socket.disconnected, { interval: 10 });
    expect((await connect(app, ann)).socket.connected).toBe(true);
  });
});

describe('[PRS-20] presence', () => {
  test('is sent to friends and members of common chats only', async () => {
    const [ann, bob, cat, dan] = [
      await aVerifiedUser(),
      await aVerifiedUser(),
      await aVerifiedUser(),
      await aVerifiedUser(),
    ];
    await befriend(ann, bob);
    const [bobs, dans] = [await connect(app, bob), await connect(app, dan)];
    await aChat(cat, ann, dan);
    const anns = await connect(app, ann);
    await bobs.waitFor('getOnlineUsers', (ids) => ids.includes(ann.user.id));
    await dans.waitFor('getOnlineUsers', (ids) => ids.includes(ann.user.id));
    const [ids] = anns.all('getOnlineUsers').at(-1) ?? [[]];
    expect(ids.toSorted()).toEqual([bob.user.id, dan.user.id].toSorted());

    const stranger = await connect(app, await aVerifiedUser());
    expect(stranger.all('getOnlineUsers').flat(2)).toEqual([]);
  });

  test('covers all devices; a deliberate disconnect shows soon, a lost connection after a moment', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    await befriend(ann, bob);
    const bobs = await connect(app, bob);
    const [laptop, phone] = [await connect(app, ann), await connect(app, ann)];
    await bobs.waitFor('getOnlineUsers', (ids) => ids.includes(ann.user.id));
    const lastTold = () => bobs.all('getOnlineUsers').at(-1)?.[0] ?? [];
    laptop.socket.disconnect();
    // Once the presence of another friend arrives, any effect of that disconnect has arrived too.
    const cat = await aVerifiedUser();
    await befriend(cat, bob);
    await connect(app, cat);
    await bobs.waitFor('getOnlineUsers', (ids) => ids.includes(cat.user.id));
    expect(lastTold()).toContain(ann.user.id);
    phone.socket.io.engine.close();
    await vi.waitUntil(() => !lastTold().includes(ann.user.id));
    expect(lastTold()).toEqual([cat.user.id]);
  });

  test('starts with a friendship and ends with it', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const [anns, bobs] = [await connect(app, ann), await connect(app, bob)];
    await befriend(ann, bob);
    await anns.waitFor('getOnlineUsers', (ids) => ids.includes(bob.user.id));
    await bobs.waitFor('getOnlineUsers', (ids) => ids.includes(ann.user.id));
    await ann.call(contract.removeFriend, { friendId: bob.user.id });
    await vi.waitUntil(() => bobs.all('getOnlineUsers').at(-1)?.[0].length === 0);
    expect(bobs.all('getOnlineUsers').at(-1)).toEqual([[]]);
  });

  test('of another person cannot be announced', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    await befriend(ann, bob);
    const device = await connect(app, ann);
    device.socket.emit('online', bob.user.id);
    expect((await device.waitFor('errorMessage')).slice(0, 2)).toEqual(['online', 'You can only announce yourself']);
    expect(device.all('getOnlineUsers').flat(2)).toEqual([]);
  });
});
