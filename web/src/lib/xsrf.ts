/** Echoes the server's XSRF cookie: a page of another site can make our cookies travel, but cannot read them. */
export function xsrfHeaders(): Record<string, string> {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith('XSRF-TOKEN='));
  return cookie ? { 'X-XSRF-TOKEN': decodeURIComponent(cookie.slice('XSRF-TOKEN='.length)) } : {};
}
