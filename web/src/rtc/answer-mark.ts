/**
 * A new offer may overtake the answer to an earlier one, or an offer that was sent twice be answered twice, and nothing in
 * an answer identifies its offer. These SDP attributes, which browsers ignore, hold the ICE username fragment of the offer,
 * which is another one after each ICE restart, and the version of its session, which each offer increases.
 */
const attributes = { ufrag: 'a=x-answer-to:', version: 'a=x-answer-to-version:' } as const;

/** Names the offer in the SDP of its answer. */
export function markAnswer(answerSdp: string, offerSdp: string): string {
  const { ufrag, version } = identityOf(offerSdp);
  if (ufrag === undefined) return answerSdp;
  const marked = `${answerSdp.trimEnd()}\r\n${attributes.ufrag}${ufrag}\r\n`;
  return version === undefined ? marked : `${marked}${attributes.version}${version}\r\n`;
}

/**
 * Whether an answer belongs to an outdated offer. The browser would accept it, but could not connect, or would never send
 * what only the later offer has. An answer without the attributes is accepted: third-party clients and transfers of the
 * previous release (`a=x-answers:`) send none, and its calls only the first.
 */
export function isStaleAnswer(answerSdp: string, offerSdp: string): boolean {
  const offer = identityOf(offerSdp);
  const isOther = (attribute: string, expected: string | undefined) => {
    const answered = valueOf(attribute, answerSdp);
    return answered !== undefined && answered !== expected;
  };
  return isOther(attributes.ufrag, offer.ufrag) || isOther(attributes.version, offer.version);
}

const identityOf = (sdp: string) => ({
  ufrag: valueOf('a=ice-ufrag:', sdp),
  version: /^o=\S+ \S+ (\d+) /m.exec(sdp)?.[1],
});

const valueOf = (attribute: string, sdp: string) =>
  sdp
    .split(/\r?\n/)
    .find((line) => line.startsWith(attribute))
    ?.slice(attribute.length)
    .trim();
