/** The oldest release of each line that the build tools support. */
const oldest = { major: 20, minor: 19 };
const oldestOf22 = { major: 22, minor: 12 };

/** Returns one sentence about an unsupported Node.js, or undefined. */
export function unsupportedNodeMessage(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isGood =
    major > oldestOf22.major ||
    (major === oldestOf22.major && minor >= oldestOf22.minor) ||
    (major === oldest.major && minor >= oldest.minor);
  if (isGood) return undefined;
  return `Chat App needs Node.js 20.19 or newer (of the 22 line, 22.12 or newer), and this is ${version}: see https://nodejs.org.`;
}

/** Exits with one sentence when this Node.js is too old; later modules would fail with a syntax error. */
export function requireNode() {
  const complaint = unsupportedNodeMessage();
  if (complaint === undefined) return;
  console.error(complaint);
  process.exit(1);
}
