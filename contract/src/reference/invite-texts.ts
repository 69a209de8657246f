import type { EndpointText } from './endpoint-text.ts';

const whenUsable =
  'Returns 404 for an invitation that is unknown, used up, expired or revoked, and while its creator may not invite.';

export const inviteTexts = {
  createInvite: {
    summary: 'Create an invitation',
    details:
      'A link that makes people friends of the caller (`kind` is `friend`), or members of a group (`chat`). The server stores a hash of the link only, so no other response has it. `expiresAt` and `maxUses` may be left out. A `clientId` must be random and used for nothing else: the link is made of it. A user has at most 20 invitations that can be used.',
    right: 'For a group, the caller must be its owner or an admin.',
    otherAnswers: { 200: 'An invitation with this `clientId` exists already: it is returned again, with its link.' },
  },
  getInvites: { summary: 'List the invitations of the caller', details: 'Newest first, without their links.' },
  revokeInvite: {
    summary: 'Revoke an invitation',
    details: 'Its link stops working at once. Invitations of others are not found.',
  },
  openInvite: { summary: 'Get what an invitation is for', details: whenUsable },
  getInviteAvatar: {
    summary: 'Get the picture of the person or the group that an invitation is for',
    details: whenUsable,
    otherAnswers: {
      304: 'The cached copy with this `ETag` is still valid.',
      206: 'The part of the file that `Range` requests.',
      416: 'The requested range is outside the file.',
    },
    fileTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'],
  },
  acceptInvite: {
    summary: 'Accept an invitation',
    details: `Makes the caller a friend of its creator, or a member of the group, who sees messages from then on. Returns the direct chat or the group. A friend or member already gets the same answer, and no use is counted. Each person can use an invitation once. ${whenUsable}`,
  },
  reserveInvite: {
    summary: 'Keep a use of an invitation',
    details: `For a caller who has signed up already and not verified the address yet: keeps a use for 48 hours, as signing up with the invitation does. A caller who has one keeps it. ${whenUsable}`,
  },
} satisfies Record<string, EndpointText>;
