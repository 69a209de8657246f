/** A promise that the test resolves. */
export function hold<Value = void>() {
  let release: (value: Value) => void = () => {};
  const held = new Promise<Value>((resolve) => (release = resolve));
  return { held, release };
}
