import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a link in a mail. Moves it from the address bar into the history entry, so that it is not visible, not
 * in screenshots and not in bookmarks, but survives a reload.
 */
export function useLinkToken(): string | null {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const fromUrl = new URLSearchParams(search).get('token');

  useEffect(() => {
    if (fromUrl) void navigate(pathname, { replace: true, state: { token: fromUrl } });
  }, [fromUrl, navigate, pathname]);

  return fromUrl ?? readToken(state);
}

function readToken(state: unknown): string | null {
  const token = (state as { token?: unknown } | null)?.token;
  return typeof token === 'string' && token !== '' ? token : null;
}
