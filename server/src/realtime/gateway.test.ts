import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { connect, openSocket } from '../../test/device.ts';
import { people, tokenIn } from '../../test/people.ts';
import { useOwnTestApp } from '../../test/test-app.ts';
import { hashToken } from '../platform/tokens.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aChat, anotherDevice, aVerifiedUser, befriend } = people(app);

describe('[RT-20] a connection', () => {
  test('[RT-201] that is refused carries the code of the reason', async () => {
    const { socket } = openSocket(app, { cookie: 'session=forged' });
    const error = await new Promise<Error & { data?: unknown }>((resolve) => socket.on('connect_error', resolve));
    expect([error.message, error.data]).toEqual(['unauthorized', { code: 'unauthenticated' }]);
  });

  test('ends with its session, whatever ends it; others stay open', async () => {
    const ann = await aVerifiedUser();
    const [laptop, phone] = [await connect(app, ann), await connect(app, await anotherDevice(ann))];
    const [tabletSession, expiringSession] = [await anotherDevice(ann), await anotherDevice(ann)];
    const [tablet, expiring] = [await connect(app, tabletSession), await connect(app, expiringSession)];
    const connected = () => [laptop, phone, tablet, expiring].map(({ socket }) => socket.connected);
    const tokenHash = hashToken(expiringSession.cookies.get('session') ?? '');
    await app.database.sql`update sessions set expires_at = now() where token_hash = ${tokenHash}`;
    await vi.waitFor(() => expect(connected()).toEqual([true, true, true, false]), { interval: 5 });
    await tabletSession.call(contract.logout, {});
    await vi.waitFor(() => expect(connected()).toEqual([true, true, false, false]), { interval: 5 });
    await ann.call(contract.updatePassword, { oldPassword: ann.password, newPassword: 'Changed1#' });
    await vi.waitFor(() => expect(connected()).toEqual([true, false, false, false]), { interval: 5 });

    await app.client().call(contract.forgotPassword, { email: ann.email });
    const token = tokenIn(await app.mailbox.mailTo(ann.email, (mail) => mail.subject.startsWith('Reset')));
    await app.client().call(contract.resetPassword, { token, newPassword: 'Changed2#' });
    await vi.waitFor(() => expect(connected()).toEqual([false, false, false, false]), { interval: 5 });
  });

  test('receives the heads of its chats at once', async () => {
    const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const [direct, group] = [await aChat(ann, bob), await aChat(ann, cat, await aVerifiedUser())];
    const device = await connect(app, ann);
    const heads = { [direct]: 0, [group]: 1 };
    // Nothing has been edited or deleted: the revs are the seqs.
    expect(device.all('chatHeads')[0]).toEqual([heads, heads]);
  });
});

describe('[RT-21] an invalid event is answered and changes nothing', () => {
  const chatId = '00000000-0000-7000-8000-000000000000';
  const rubbish: [string | number, ...unknown[]][] = [
    ['online'],
    ...['x', ['x'], { id: 1 }].map((given): [string, unknown] => ['online', given]),
    ['chatRead', 'x', 1],
    ...[-1, Number.MAX_VALUE, '1'].map((seq): [string, ...unknown[]] => ['chatRead', chatId, seq]),
    ['__proto__', {}],
    ['constructor'],
    ['nothing', 1, 2, 3],
    [5],
    ['x'.repeat(5000)],
  ];
  test('whatever it is', async () => {
    const device = await connect(app, await aVerifiedUser(), { isAnnounced: false });
    for (const event of rubbish) (device.socket.emit as (...args: unknown[]) => void)(...event);
    await vi.waitFor(() => expect(device.all('errorMessage')).toHaveLength(rubbish.length));
    const answers = device.all('errorMessage');
    expect(answers.map(([event]) => event)).toEqual(rubbish.map(([name]) => String(name).slice(0, 50)));
    expect(answers.filter(([, message]) => /stack|undefined|Error/.test(message))).toEqual([]);
    expect(device.socket.connected).toBe(true);
  });

  test('a flood of events is rate limited', async () => {
    const ann = await aVerifiedUser();
    const device = await connect(app, ann, { isAnnounced: false });
    for (let count = 0; count < 400; count += 1) device.socket.emit('online', ann.user.id);
    const refused = ['online', 'Too many events. Please slow down.', { code: 'rate_limited' }];
    expect(await device.waitFor('errorMessage')).toEqual(refused);
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
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const [cat, dan] = [await aVerifiedUser(), await aVerifiedUser()];
    await befriend(ann, bob);
    const [bobs, dans] = [await connect(app, bob), await connect(app, dan)];
    await aChat(cat, ann, dan);
    const anns = await connect(app, ann);
    for (const device of [bobs, dans]) await device.waitFor('getOnlineUsers', (ids) => ids.includes(ann.user.id));
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
    await vi.waitFor(() => expect(bobs.all('getOnlineUsers').at(-1)).toEqual([[]]));
  });
});
