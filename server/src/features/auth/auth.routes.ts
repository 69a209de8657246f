import * as contract from '@chat-app/contract';
import { answerTexts, type UserId } from '@chat-app/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/client-address.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import { isLocalRequest } from '../../platform/http/local-request.ts';
import { addLogFields } from '../../platform/http/log-fields.ts';
import type { Serve } from '../../platform/http/serve.ts';
import { waiterOf } from '../../platform/http/waiter.ts';
import { presentMe, type UserRow } from '../users/index.ts';
import type { Account } from './account.service.ts';
import { authRates, loginDelay } from './auth.rates.ts';
import type { Auth } from './auth.service.ts';
import type { Devices } from './devices.service.ts';
import { serveEmailChange } from './email-change.routes.ts';
import type { EmailChange } from './email-change.service.ts';
import type { GoogleLogin } from './google-login.service.ts';
import { servePasskeys } from './passkeys.routes.ts';
import type { Passkeys } from './passkeys.service.ts';
import type { Recovery } from './recovery.service.ts';
import { serveSecondFactor } from './second-factor.routes.ts';
import type { SecondFactorLogin } from './second-factor-login.service.ts';
import type { SecondFactorSettings } from './second-factor-settings.service.ts';
import type { SecurityNotifications } from './security-notifications.ts';
import { sessionOriginOf } from './session-origin.ts';
import type { Sessions } from './sessions.service.ts';
import type { Verification } from './email-verification.service.ts';

interface AuthRouteDeps {
  account: Account;
  auth: Auth;
  cookies: Cookies;
  devices: Devices;
  emailChange: EmailChange;
  googleLogin: GoogleLogin;
  database: Database;
  isOnOwnMachine: boolean;
  notify: SecurityNotifications;
  passkeys: Passkeys;
  recovery: Recovery;
  secondFactorLogin: SecondFactorLogin;
  secondFactorSettings: SecondFactorSettings;
  sessions: Sessions;
  verification: Verification;
}

const googleDeadlineMs = 8000;

const loginRates = [
  {
    limit: 1,
    windowMs: loginDelay.maxMs,
    of: `wrong password per account and network (maximum delay; the first ${loginDelay.freeTries} are not delayed, each further one doubles the delay, starting at ${loginDelay.firstMs / 1000} s)`,
  },
  { ...authRates.loginFailuresPerNetwork, of: 'wrong passwords per network' },
  { ...authRates.loginFailuresOfKnownDevices, of: 'wrong passwords per account, from browsers that signed in before' },
];
const secondStepRates = {
  innerRates: [
    { ...authRates.wrongCodesPerUser, of: 'wrong codes per user, separately for each browser that signed in before' },
    { limit: contract.limits.loginTicketTries, windowMs: contract.limits.loginTicketMs, of: 'tries per login' },
  ],
};
const resetMailRates = [
  { ...authRates.resetMailCooldown, of: 'mails per address' },
  { ...authRates.resetMailsPerAddress, of: 'mails per address and network' },
];
const verificationMailRates = [
  { ...authRates.verificationMailCooldown, of: 'mails per user' },
  { ...authRates.verificationMailsPerUser, of: 'mails per user' },
];
const emailCorrectionRates = [
  { ...authRates.emailCorrectionCooldown, of: 'corrections per user' },
  { ...authRates.verificationMailsPerUser, of: 'mails per user' },
  { ...authRates.registrationsPerNetwork, of: 'corrections and registrations per network' },
];
const passwordChangeRates = [{ ...authRates.passwordChangesPerUser, of: 'refused changes per user' }];

export function serveAuth(serve: Serve, deps: AuthRouteDeps) {
  serveSignIn(serve, deps);
  serveMailLinks(serve, deps);
  serveAccount(serve, deps);
  serveSessions(serve, deps);
  serveSecondFactor(serve, deps);
  serveEmailChange(serve, deps);
  servePasskeys(serve, deps);
}

function serveSignIn(serve: Serve, deps: AuthRouteDeps) {
  const { auth, cookies, googleLogin, passkeys, secondFactorLogin, sessions } = deps;
  const originOf = (request: FastifyRequest) => ({
    network: networkOf(request.ip),
    replaces: cookies.readSession(request),
    device: cookies.readDevice(request),
    origin: sessionOriginOf({ userAgent: request.headers['user-agent'] ?? '', ip: request.ip }),
  });

  const isFromOwnMachine = (request: FastifyRequest) => deps.isOnOwnMachine && isLocalRequest(request);

  async function answerSignIn(
    reply: FastifyReply,
    { user, token }: { user: UserRow; token: string },
    { isRemembered, isFirst = false }: { isRemembered: boolean; isFirst?: boolean },
  ) {
    addLogFields(reply.request, { userId: user.id });
    cookies.writeSession(reply, token, isRemembered);
    const isNew = await rememberBrowser(reply, user.id, deps);
    if (isNew && !isFirst) await reportNewDevice(reply.request, user, deps);
    return { user: presentMe(user) };
  }

  serve(contract.register, { rate: authRates.registrationsPerNetwork }, async (call) => {
    const origin = { ...originOf(call.request), waiter: waiterOf(call) };
    const isLocal = isFromOwnMachine(call.request);
    return answerSignIn(call.reply, await auth.register({ ...call.input, isLocal }, origin), {
      isRemembered: false,
      isFirst: true,
    });
  });

  serve(contract.login, { innerRates: loginRates }, async (call) => {
    const origin = { ...originOf(call.request), waiter: waiterOf(call) };
    return answerSignIn(call.reply, await auth.login(call.input, origin), { isRemembered: call.input.isRemember });
  });

  serve(
    contract.googleLogin,
    { rate: authRates.googleLoginsPerNetwork, deadlineMs: googleDeadlineMs },
    async ({ input, request, reply }) => {
      const { replaces, origin } = originOf(request);
      const { isRemember: isRemembered, invite } = input;
      const session = { isRemembered, replaces, origin, invite, isLocal: isFromOwnMachine(request) };
      const { isFirst, ...signedIn } = await googleLogin.login(input.access_token, session);
      return answerSignIn(reply, signedIn, { isRemembered: input.isRemember, isFirst });
    },
  );

  serve(contract.secondFactorLogin, secondStepRates, async ({ input, request, reply }) => {
    const { replaces, device, origin } = originOf(request);
    const { isRemembered, ...signedIn } = await secondFactorLogin.complete(input, { replaces, device, origin });
    return answerSignIn(reply, signedIn, { isRemembered });
  });

  serve(contract.getPasskeyLoginOptions, { rate: authRates.passkeyLoginsPerNetwork }, passkeys.loginOptions);

  serve(contract.passkeyLogin, { rate: authRates.passkeyLoginsPerNetwork }, async ({ input, request, reply }) => {
    const { replaces, origin } = originOf(request);
    const session = { isRemembered: input.isRemember, replaces, origin };
    return answerSignIn(reply, await passkeys.login(input.passkey, session), { isRemembered: input.isRemember });
  });

  serve(contract.logout, {}, async ({ request, reply }) => {
    const token = cookies.readSession(request);
    if (token !== null) await sessions.close(token);
    cookies.clearSession(reply);
    reply.header('clear-site-data', '"cache"');
    return {};
  });
}

/** The request itself has already succeeded: a failure to remember the browser must not fail it. */
async function rememberBrowser(reply: FastifyReply, userId: UserId, { cookies, devices }: AuthRouteDeps) {
  const { request } = reply;
  try {
    const { token, isNew } = await devices.remember(userId, cookies.readDevice(request));
    cookies.writeDevice(reply, token);
    return isNew;
  } catch (error) {
    request.log.warn({ err: error, userId }, 'storing the known browser failed');
    return false;
  }
}

/** Nor must a failure to write to its owner. An unverified address may belong to somebody else. */
async function reportNewDevice(request: FastifyRequest, user: UserRow, { database, notify }: AuthRouteDeps) {
  if (!user.isVerified) return;
  const origin = sessionOriginOf({ userAgent: request.headers['user-agent'] ?? '', ip: request.ip });
  try {
    const sendMail = await notify(database.sql, user, 'newDevice', origin);
    sendMail();
  } catch (error) {
    request.log.warn({ err: error, userId: user.id }, 'writing about a new device failed');
  }
}

function serveMailLinks(serve: Serve, deps: AuthRouteDeps) {
  const { cookies, recovery, sessions, verification } = deps;
  const resetMailRate = { rate: authRates.resetMailsPerNetwork, innerRates: resetMailRates };
  serve(contract.forgotPassword, resetMailRate, async ({ input, request }) => {
    await recovery.requestReset(input.email, networkOf(request.ip));
    return { message: answerTexts.resetMailSent };
  });

  serve(contract.resetPassword, { rate: authRates.resetsPerNetwork }, async (call) => {
    const userId = await recovery.reset(call.input.token, call.input.newPassword, waiterOf(call));
    await rememberBrowser(call.reply, userId, deps);
    return { message: answerTexts.passwordReset };
  });

  serve(contract.verifyEmail, { rate: authRates.verificationsPerNetwork }, async (call) => {
    const session = cookies.readSession(call.request);
    const caller = session === null ? null : await sessions.identify(session);
    await verification.verify(call.input.token, caller, waiterOf(call));
    return {};
  });

  serve(contract.resendVerification, { innerRates: verificationMailRates }, async ({ caller }) => {
    await verification.resend(caller.userId);
    return { message: answerTexts.verificationSent };
  });
}

/** A change reaches everybody who sees the user's presence. */
const privacyRate = { limit: 30, windowMs: 60_000 };

function serveAccount(serve: Serve, deps: AuthRouteDeps) {
  const { account, verification } = deps;
  serve(contract.getSession, {}, async ({ caller }) => ({ user: presentMe(await account.findUser(caller.userId)) }));

  serve(contract.updateProfile, {}, async ({ input, caller }) => ({
    user: presentMe(await account.updateProfile(caller.userId, input)),
  }));

  serve(contract.updatePrivacy, { rate: privacyRate }, async ({ input, caller }) => ({
    user: presentMe(await account.updatePrivacy(caller.userId, input)),
  }));

  serve(contract.updateEmail, { innerRates: emailCorrectionRates }, async ({ input, caller, request }) => ({
    user: presentMe(await verification.correctEmail(caller.userId, input.email, networkOf(request.ip))),
  }));

  serve(contract.updatePassword, { innerRates: passwordChangeRates }, async (call) => {
    await account.changePassword(call.caller, call.input, waiterOf(call));
    await rememberBrowser(call.reply, call.caller.userId, deps);
    return {};
  });
}

/** Each end of a session reaches every node. */
const revocationRate = { limit: 30, windowMs: 60_000 };

function serveSessions(serve: Serve, { sessions }: AuthRouteDeps) {
  serve(contract.getSessions, {}, async ({ caller }) => ({ data: await sessions.list(caller) }));

  serve(contract.revokeSession, { rate: revocationRate }, async ({ input, caller }) => {
    await sessions.revoke(caller, input.id);
    return {};
  });

  serve(contract.revokeOtherSessions, { rate: revocationRate }, async ({ caller }) => {
    await sessions.revokeOthers(caller);
    return {};
  });
}
