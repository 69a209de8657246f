const scriptUrl = 'https://accounts.google.com/gsi/client';

interface TokenClient {
  requestAccessToken: () => void;
}

interface TokenClientConfig {
  client_id: string;
  scope: string;
  callback: (answer: { access_token?: string; error?: string }) => void;
  error_callback: (problem: { type: string }) => void;
}

declare global {
  interface Window {
    google?: { accounts: { oauth2: { initTokenClient: (config: TokenClientConfig) => TokenClient } } };
  }
}

/** The outcome of a token request to Google. */
export type GoogleTokenResult =
  | { outcome: 'token'; accessToken: string }
  | { outcome: 'closed' }
  | { outcome: 'failed' };

let loading: Promise<void> | null = null;

/** Loads Google's script once. A failed load can be retried. */
export function loadGoogle(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      loading = null;
      reject(new Error('Google could not be reached'));
    });
    document.head.append(script);
  });
  return loading;
}

/** Opens Google's window. Must be called from a click, or the browser blocks the window. */
export async function requestGoogleToken(clientId: string): Promise<GoogleTokenResult> {
  try {
    // Await only if it is not loaded yet: browsers block a window that opens with a delay after the click.
    if (!window.google) await loadGoogle();
  } catch {
    return { outcome: 'failed' };
  }
  const oauth2 = window.google?.accounts.oauth2;
  if (!oauth2) return { outcome: 'failed' };

  return new Promise((resolve) => {
    const client = oauth2.initTokenClient({
      client_id: clientId,
      scope: 'openid profile email',
      callback: ({ access_token: accessToken, error }) => {
        if (accessToken) resolve({ outcome: 'token', accessToken });
        else resolve({ outcome: error === 'access_denied' ? 'closed' : 'failed' });
      },
      error_callback: ({ type }) => resolve({ outcome: type === 'popup_closed' ? 'closed' : 'failed' }),
    });
    client.requestAccessToken();
  });
}
