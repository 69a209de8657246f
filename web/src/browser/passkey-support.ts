// A separate file, because the login screen asks first, and loads the rest later.

/** Passkeys belong to a host with a name. Browsers since 2025 know the options as JSON. */
export const hasPasskeySupport = () =>
  'PublicKeyCredential' in globalThis &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(globalThis.location.hostname);
