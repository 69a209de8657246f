/** The oldest release of each line that the build tools run on. */
const oldest = { major: 20, minor: 19 };
const oldestOf22 = { major: 22, minor: 12 };

/** Says in one sentence what is wrong with this Node.js, or nothing. */
export function complaintAboutNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isGood =
    major > oldestOf22.major ||
    (major === oldestOf22.major && minor >= oldestOf22.minor) ||
    (major === oldest.major && minor >= oldest.minor);
  if (isGood) return undefined;
  return `Chat App needs Node.js 20.19 or newer (of the 22 line, 22.12 or newer), and this is ${version}: see https://nodejs.org.`;
}

/** Ends the program with one sentence when this Node.js is too old; later modules would only fail to parse. */
export function requireNode() {
  const complaint = complaintAboutNode();
  if (complaint === undefined) return;
  console.error(complaint);
  process.exit(1);
}
