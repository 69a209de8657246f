import type { Message } from '@chat-app/contract';
import { clockTime, shortDate } from '../../../format/day-label.ts';

/** The sender within a sentence. */
export const fromWhom = ({ sender }: Message) => (sender?.isMine ? 'you' : (sender?.name ?? ''));

export const sentOn = ({ createdAt }: Message) => shortDate(createdAt, Date.now());

/** With the time, because entries of one day cannot be distinguished by ear otherwise. */
export const sentAt = (message: Message) => `${sentOn(message)}, ${clockTime(message.createdAt)}`;

export const imageLabel = (message: Message) => `Image from ${fromWhom(message)}, ${sentAt(message)}`;
