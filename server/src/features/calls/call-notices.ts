import { callSystemMessages } from '@chat-app/contract';

export const { started: startedNotice, missed: missedNotice, ended: endedNotice } = callSystemMessages;
