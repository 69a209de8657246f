import * as contract from '@chat-app/contract';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { startGoogleStandIn } from '../../e2e/stand-ins/google.ts';
import { type Person, people } from './people.ts';
import { useOwnTestApp } from './test-app.ts';
import { untilAnswered } from './until-answered.ts';

/** What a registration says of its account, apart from what does not matter. */
export type Given = Partial<Record<'email' | 'invite', string>>;

let count = 0;
export const newcomer = (given: Given = {}) => {
  count += 1;
  return { name: 'New Comer', email: `newcomer${count}@example.org`, password: 'Secret1!x', ...given };
};

/** A program of its own that signs in with this Google, which stops with it; sign-up is open again after each test. */
export function useRegistrations(google: Awaited<ReturnType<typeof startGoogleStandIn>>) {
  const clientId = 'our-client.apps.example';
  afterAll(() => google.stop());

  const app = useOwnTestApp(() => ({ GOOGLE_CLIENT_ID: clientId, GOOGLE_API_URL: google.url }));
  const { anAdministrator, anUnverifiedUser, aVerifiedUser, verificationToken } = people(app);

  const host = {} as Person;
  beforeAll(async () => void Object.assign(host, await anAdministrator()));
  afterEach(() => set({ registration: 'open', allowedEmailDomains: [] }));

  const set = async (input: contract.InputOf<typeof contract.updateHostSettings>) => {
    const answer = await untilAnswered(() => host.call(contract.updateHostSettings, input));
    expect(answer.status).toBe(200);
  };
  function signUp(given?: Given) {
    const account = newcomer(given);
    return untilAnswered(() => app.client().call(contract.register, account));
  }
  const refusal = (message: string) => ({ status: 403, body: { code: 'registration_closed', message } });
  const rows = async () => (await app.database.sql`select from users`).length;

  /** An invitation of somebody new, and its link. */
  async function anInvite(maxUses?: number) {
    const creator = await aVerifiedUser();
    const { _id: id, token } = (await creator.call(contract.createInvite, { kind: 'friend', maxUses })).body.invite;
    return {
      token,
      isUsable: async () => (await app.client().call(contract.openInvite, { token })).status === 200,
      uses: async () => (await creator.call(contract.getInvites, {})).body.data[0]?.uses,
      revoke: () => creator.call(contract.revokeInvite, { id }),
      accept: async (person: Pick<Person, 'call'>) => (await person.call(contract.acceptInvite, { token })).status,
    };
  }
  function throughGoogle(email: string, invite?: string, client = app.client()) {
    google.addToken(email, { aud: clientId, sub: email, email, email_verified: true, name: 'Gina Lee' });
    return client.call(contract.googleLogin, { access_token: email, ...(invite !== undefined && { invite }) });
  }

  return {
    anInvite,
    anUnverifiedUser,
    app,
    aVerifiedUser,
    refusal,
    rows,
    set,
    signUp,
    throughGoogle,
    verificationToken,
  };
}
