/** After a reconnect a new offer may overtake the answer to an earlier one. This SDP line names the answered offer. */
const mark = 'a=x-answers:';

/** Names the offer in the answer, in a line that browsers ignore. */
export function markAnswer(answer: string, offer: string): string {
  const id = sessionIdOf(offer);
  return id === null ? answer : `${answer.trimEnd()}\r\n${mark}${id}\r\n`;
}

/** An answer without a mark comes from a third-party client, which connects only once. */
export function answersOffer(answer: string, offer: string): boolean {
  const marked = answer.split(/\r?\n/).find((line) => line.startsWith(mark));
  return marked === undefined || marked.slice(mark.length) === sessionIdOf(offer);
}

/** The origin line holds a random session id per connection. */
const sessionIdOf = (description: string) => /^o=\S+ (\S+)/m.exec(description)?.[1] ?? null;
