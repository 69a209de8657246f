/** Subdomains do not count: an organisation may not control all of them. An empty list allows every address. */
export function isAllowedEmail(email: string, domains: readonly string[]): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** Why an address is refused. */
export function emailDomainText(domains: readonly string[]): string {
  const [first = '', ...others] = domains.map((domain) => `@${domain}`);
  const last = others.pop();
  if (last === undefined) return `The address must end with ${first}`;
  return `The address must end with ${[first, ...others].join(', ')} or ${last}`;
}
