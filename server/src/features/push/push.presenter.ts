import { avatarPath, lastLine, type ChatId, type Message, type PushPayload, type UserId } from '@chat-app/contract';
import { presentChatName } from '../chats/index.ts';
import type { CallTarget, Target } from './push.repository.ts';

/** The encrypted payload must fit the limit of push services; a notification shows less than this anyway. */
const bodyMaxLength = 300;

/** The same text as in the page. Without preview it contains only that there is a message, and from whom. */
export function presentMessagePush(message: Message, target: Target): PushPayload {
  const { chatId, sender } = message;
  const name = sender?.name ?? '';
  const isGroup = target.memberCount > 2;
  const line = lastLine(message);
  const said = isGroup ? `${name}: ${line}` : line;
  return {
    kind: 'message',
    chatId,
    title: chatTitle(target, name),
    body: target.hasPreview ? shortened(said) : 'New message',
    icon: sender?.avatar ?? '',
  };
}

export function presentCallPush(chatId: ChatId, callerId: UserId, target: CallTarget): PushPayload {
  const isGroup = target.memberCount > 2;
  return {
    kind: 'call',
    chatId,
    title: chatTitle(target, target.callerName),
    body: isGroup ? `${target.callerName} is calling` : 'is calling you',
    icon: avatarPath(callerId, target.callerAvatarFile),
  };
}

export function presentCallEndPush(chatId: ChatId, isMissed: boolean, target: CallTarget): PushPayload {
  return { kind: 'callOver', chatId, title: chatTitle(target, target.callerName), isMissed };
}

/** The chat's own name, even if only two members of a group are left; otherwise the other person's name. */
function chatTitle(target: Target, otherName: string): string {
  return target.memberCount > 2 || target.name !== null ? presentChatName(target) : otherName;
}

function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length > bodyMaxLength ? `${letters.slice(0, bodyMaxLength - 1).join('')}…` : text;
}
