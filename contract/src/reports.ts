import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MessageId, UserId } from './primitives.ts';
import { laterPlease, type ToastText } from './toast-text.ts';

export const reportReasonMaxLength = 500;

/** Why a report is refused. Here, because the login screen would load it with the other texts. */
export const reportTexts = {
  reasonInvalid: `Please give a reason, of at most ${reportReasonMaxLength} characters`,
  subjectInvalid: 'Please report either a message or a person',
} as const;

export const reportToasts = {
  sent: {
    type: 'success',
    title: 'Report sent',
    message: 'Thank you. The people who run this server will look at it.',
    timeoutMs: 4000,
  },
  failed: { type: 'error', title: 'Report not sent', message: laterPlease, timeoutMs: 4000 },
} as const satisfies Record<string, ToastText>;

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
        .string(reportTexts.reasonInvalid)
        .trim()
        .min(1, reportTexts.reasonInvalid)
        .max(reportReasonMaxLength, reportTexts.reasonInvalid),
    })
    .refine(
      ({ messageId, userId }) => (messageId === undefined) !== (userId === undefined),
      reportTexts.subjectInvalid,
    ),
  output: z.object({}),
  successStatus: 201,
  errors: ['not_found'],
});
