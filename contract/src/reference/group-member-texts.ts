import { descriptionMaxLength } from '../chats.ts';
import { type EndpointText, member } from './endpoint-text.ts';

/** Descriptions of the calls that change a chat for all its members. */
export const groupMemberTexts = {
  addMembers: {
    summary: 'Add members to a chat',
    details: 'Turns a direct chat into a group. New members see only messages sent after they joined.',
    right:
      'The caller must be a member of the chat and can add only their own friends. If `whoCanAdd` of a group is `admins`: its owner or an admin.',
  },
  removeMember: {
    summary: 'Remove a member from a group',
    right:
      'The caller must be the owner or an admin of the group. The owner cannot be removed, an admin only by the owner.',
  },
  setMemberRole: {
    summary: 'Change the role of a member',
    details:
      'Makes a member of a group an admin, or an admin a member again. With `role: "owner"` the caller hands the group over and becomes an admin. A role that the member has already changes nothing.',
    right: 'The caller must be the owner of the group.',
  },
  saveGroupSettings: {
    summary: 'Change the settings of a group',
    details:
      'Who can send messages (`whoCanSend`), add members (`whoCanAdd`), and edit name, picture and description (`whoCanEdit`): `members` or `admins`, which includes the owner. What is left out stays as it is. Members who may not send can still react, and edit and delete their own messages.',
    right: 'The caller must be the owner or an admin of the group.',
  },
  editChat: {
    summary: 'Update the name, picture and description of a group',
    details: `An empty \`description\` removes it; it has at most ${descriptionMaxLength} characters.`,
    right: 'The caller must be a member of the group. If its `whoCanEdit` is `admins`: its owner or an admin.',
  },
  leaveChat: {
    summary: 'Leave a chat',
    details:
      'If the owner leaves a group, its longest-standing admin becomes the owner, or else its longest-standing member.',
    right: member,
  },
  deleteChat: {
    summary: 'Delete a chat',
    details: 'Deletes a group for all members. A direct chat is removed only from the caller’s own list.',
    right: 'In a group, the caller must be the owner.',
  },
} satisfies Record<string, EndpointText>;
