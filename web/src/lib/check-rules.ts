/** Checks a password against each rule. */
export function checkRules(
  rules: readonly { label: string; isMet: (password: string) => boolean }[],
  password: string,
) {
  return rules.map(({ label, isMet }) => ({ label, isMet: isMet(password) }));
}
