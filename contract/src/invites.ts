import { z } from 'zod';
import { endpoint, FileOutput } from './endpoint.ts';
import { ClientId } from './messages.ts';
import { ChatId, ImageUrl, InviteId, InviteToken, storedTimestamp, Timestamp } from './primitives.ts';
import { laterPlease, type ToastText } from './toast-text.ts';

export const inviteLimits = {
  /** Invitations of a user that can still be used. */
  activeMax: 20,
  usesMax: 1000,
  /** How long a registration keeps a use for the new account, which has to verify its address meanwhile. */
  reservationMs: 48 * 60 * 60_000,
} as const;

/** Here, because the login screen would load them with the other texts. */
export const inviteTexts = {
  kindInvalid: 'An invitation is for a friend or a chat',
  chatInvalid: 'An invitation to a chat names the chat, and no other does',
  expiresAtInvalid: 'The time of expiry is not valid',
  expiresAtPast: 'An invitation must expire in the future',
  maxUsesInvalid: `An invitation can be used 1 to ${inviteLimits.usesMax} times`,
  activeLimit: `You have ${inviteLimits.activeMax} invitations already. Revoke one first.`,
  own: 'This is your own invitation. Send it to somebody else.',
  notAllowed: 'Only the owner and the admins of a group can invite by link',
} as const;

export const inviteToasts = {
  copied: { type: 'success', title: 'Link copied', message: 'Send it to those you want to invite.', timeoutMs: 3000 },
  revoked: { type: 'success', title: 'Invitation revoked', message: 'Its link works no longer.', timeoutMs: 3000 },
  createFailed: { type: 'error', title: 'The invitation was not created', message: laterPlease, timeoutMs: 4000 },
  revokeFailed: { type: 'error', title: 'The invitation was not revoked', message: laterPlease, timeoutMs: 4000 },
  acceptFailed: { type: 'error', title: 'The invitation was not accepted', message: laterPlease, timeoutMs: 4000 },
} as const satisfies Record<string, ToastText>;

const InviteKind = z.enum(['friend', 'chat'], inviteTexts.kindInvalid);

/** An invitation as its creator sees it. */
export const Invite = z.object({
  _id: InviteId,
  kind: InviteKind,
  /** Null for never. */
  expiresAt: Timestamp.nullable(),
  /** Null for any number. */
  maxUses: z.number().nullable(),
  /** How often it was accepted, and those who signed up with it but have not verified their address yet. */
  uses: z.number(),
  createdAt: Timestamp,
  /** False when it has expired or is used up, and while its creator may not invite to the group. */
  isUsable: z.boolean(),
  /** The group it invites to. */
  chat: z.object({ _id: ChatId, name: z.string(), avatar: ImageUrl }).optional(),
});
export type Invite = z.infer<typeof Invite>;

/** The answer to its creation. The link is not stored, so it is shown only once. */
export const NewInvite = Invite.extend({ token: z.string(), url: z.string() });
export type NewInvite = z.infer<typeof NewInvite>;

/** What everybody who has the link sees. */
export const OpenInvite = z.object({
  kind: InviteKind,
  /** That of the person to befriend, or of the group. */
  name: z.string(),
  /** Can be loaded without a session. */
  avatar: ImageUrl,
  /** The person who created the link. */
  invitedBy: z.string(),
  /** Of a group. */
  memberCount: z.number().optional(),
});
export type OpenInvite = z.infer<typeof OpenInvite>;

const expiry = {
  expiresAt: storedTimestamp(inviteTexts.expiresAtInvalid).nullish(),
  maxUses: z
    .int(inviteTexts.maxUsesInvalid)
    .min(1, inviteTexts.maxUsesInvalid)
    .max(inviteLimits.usesMax, inviteTexts.maxUsesInvalid)
    .nullish(),
};
const byToken = z.object({ token: InviteToken });

/** Repeating a `clientId` returns the first invitation again, with its link and with status 200. */
export const createInvite = endpoint({
  method: 'POST',
  path: '/api/invites',
  access: 'verified',
  input: z
    .object({ kind: InviteKind, chatId: ChatId.optional(), ...expiry, clientId: ClientId.optional() })
    .refine(({ kind, chatId }) => (kind === 'chat') === (chatId !== undefined), inviteTexts.chatInvalid),
  output: z.object({ invite: NewInvite }),
  successStatus: 201,
  errors: ['not_found', 'forbidden', 'limit_reached'],
});

export const getInvites = endpoint({
  method: 'GET',
  path: '/api/invites',
  access: 'verified',
  input: z.object({}),
  output: z.object({ data: z.array(Invite) }),
});

export const revokeInvite = endpoint({
  method: 'DELETE',
  path: '/api/invites/{id}',
  access: 'verified',
  input: z.object({ id: InviteId }),
  output: z.object({}),
  errors: ['not_found'],
});

export const openInvite = endpoint({
  method: 'GET',
  path: '/api/invites/open/{token}',
  access: 'public',
  input: byToken,
  output: z.object({ invite: OpenInvite }),
  errors: ['not_found'],
});

/** The image of the person or the group, for those who have no session. */
export const getInviteAvatar = endpoint({
  method: 'GET',
  path: '/api/invites/avatar/{token}',
  access: 'public',
  input: byToken,
  output: FileOutput,
  errors: ['not_found'],
});

export const acceptInvite = endpoint({
  method: 'POST',
  path: '/api/invites/accept/{token}',
  access: 'verified',
  input: byToken,
  /** The group, or the direct chat with the new friend. */
  output: z.object({ chatId: ChatId }),
  errors: ['not_found', 'forbidden'],
});

/** Keeps a use for the caller, whose address is not verified yet. They accept the invitation afterwards. */
export const reserveInvite = endpoint({
  method: 'POST',
  path: '/api/invites/reserve/{token}',
  access: 'signed-in',
  input: byToken,
  output: z.object({}),
  errors: ['not_found', 'already_verified'],
});

export const invitePagePath = (token: string) => `/invite/${token}`;
