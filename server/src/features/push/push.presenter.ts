import {
  avatarPath,
  type CallKind,
  lastLine,
  type ChatId,
  type Message,
  type PushPayload,
  type UserId,
} from '@chat-app/contract';
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

export interface PushedCall {
  readonly chatId: ChatId;
  readonly callerId: UserId;
  readonly kind: CallKind;
}

export function presentCallPush({ chatId, callerId, kind }: PushedCall, target: CallTarget): PushPayload {
  return {
    kind: 'call',
    chatId,
    title: chatTitle(target, target.callerName),
    body: callText(kind, target),
    icon: avatarPath(callerId, target.callerAvatarFile),
  };
}

function callText(kind: CallKind, { callerName, memberCount }: CallTarget): string {
  const isGroup = memberCount > 2;
  if (kind === 'video') return isGroup ? `Incoming video call from ${callerName}` : 'Incoming video call';
  return isGroup ? `${callerName} is calling` : 'is calling you';
}

interface PushedCallEnd extends Pick<PushedCall, 'chatId' | 'kind'> {
  readonly isMissed: boolean;
}

export function presentCallEndPush({ chatId, kind, isMissed }: PushedCallEnd, target: CallTarget): PushPayload {
  const title = chatTitle(target, target.callerName);
  return { kind: 'callOver', chatId, title, isMissed, ...(kind === 'video' && { callKind: kind }) };
}

/** The chat's own name, even if only two members of a group are left; otherwise the other person's name. */
function chatTitle(target: Target, otherName: string): string {
  return target.memberCount > 2 || target.name !== null ? presentChatName(target) : otherName;
}

function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length > bodyMaxLength ? `${letters.slice(0, bodyMaxLength - 1).join('')}…` : text;
}
