/**
 * After a reconnect or an ICE restart a new offer may overtake the answer to an earlier one, and nothing in an answer
 * identifies its offer. This SDP attribute, which browsers ignore, holds the ICE username fragment of the offer.
 */
const attribute = 'a=x-answer-to:';

/** Names the offer in the SDP of its answer. */
export function markAnswer(answerSdp: string, offerSdp: string): string {
  const ufrag = ufragOf(offerSdp);
  return ufrag === undefined ? answerSdp : `${answerSdp.trimEnd()}\r\n${attribute}${ufrag}\r\n`;
}

/**
 * Whether an answer belongs to an outdated offer. The browser would accept it, but could not connect. An answer without
 * the attribute is accepted: third-party clients and transfers of the previous release (`a=x-answers:`) do not send it.
 */
export function isStaleAnswer(answerSdp: string, offerSdp: string): boolean {
  const answered = /^a=x-answer-to:(.+)$/m.exec(answerSdp)?.[1]?.trim();
  return answered !== undefined && answered !== ufragOf(offerSdp);
}

const ufragOf = (sdp: string) => /^a=ice-ufrag:(.+)$/m.exec(sdp)?.[1]?.trim();
