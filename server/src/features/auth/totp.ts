import { Secret, TOTP } from 'otpauth';

/** Clocks may be this many steps of 30 seconds apart. */
const driftSteps = 1;
const secretBytes = 20;

export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).buffer);

/** The secret as it is typed, and as an address for a QR code. */
export function describeSecret(secret: Buffer, { title, email }: { title: string; email: string }) {
  const totp = totpOf(secret, { issuer: title, label: email });
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** The time step of a code, or null if it is wrong. The time is that of the database, whatever this node's clock says. */
export function stepOf(code: string, { secret, nowMs }: { secret: Buffer; nowMs: number }): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: nowMs, window: driftSteps });
  return delta === null ? null : totp.counter({ timestamp: nowMs }) + delta;
}

function totpOf(secret: Buffer, label: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
}
