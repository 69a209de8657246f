import type { addPasskey, AuthenticationResponse, InputOf } from '@chat-app/contract';
import { hasPasskeySupport } from './passkey-support.ts';

/** Whether the browser can offer passkeys in its list of suggestions for a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!hasPasskeySupport() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}

/** Null if the user changed their mind. */
export async function createPasskey(options: object) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return answerOf<InputOf<typeof addPasskey>['passkey']>((signal) =>
    navigator.credentials.create({ publicKey, signal }),
  );
}

/** Null if the user changed their mind. As a suggestion, it waits until the user chooses one. */
export async function choosePasskey(options: object, { isSuggestion }: { isSuggestion: boolean }) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const mediation = isSuggestion ? 'conditional' : 'optional';
  return answerOf<AuthenticationResponse>((signal) => navigator.credentials.get({ publicKey, mediation, signal }));
}

/** Browsers allow one request at a time. */
let current = new AbortController();

/** Ends what waits for a choice. */
export function cancelPasskeyChoice(): void {
  current.abort();
}

const cancellations = new Set(['NotAllowedError', 'AbortError']);

async function answerOf<Answer>(ask: (signal: AbortSignal) => Promise<Credential | null>): Promise<Answer | null> {
  cancelPasskeyChoice();
  current = new AbortController();
  try {
    const credential = await ask(current.signal);
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as Answer) : null;
  } catch (error) {
    if (error instanceof DOMException && cancellations.has(error.name)) return null;
    throw error;
  }
}
