import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { MessageId, UserId } from './primitives.ts';
import { inputTexts } from './texts.ts';

/** Reports a message or a user to those who host the server. */
export const sendReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  access: 'verified',
  input: z
    .object({
      messageId: MessageId.optional(),
      userId: UserId.optional(),
      reason: z
        .string(inputTexts.reasonInvalid)
        .trim()
        .min(1, inputTexts.reasonInvalid)
        .max(limits.reportReasonMaxLength, inputTexts.reasonInvalid),
    })
    .refine(({ messageId, userId }) => (messageId === undefined) !== (userId === undefined), inputTexts.reportTarget),
  output: z.object({}),
  successStatus: 201,
  errors: ['not_found'],
});
