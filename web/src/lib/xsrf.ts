/** Echoes the XSRF cookie of the server. A page of another site can cause cookies to be sent but cannot read them. */
export function xsrfHeaders(): Record<string, string> {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith('XSRF-TOKEN='));
  return cookie ? { 'X-XSRF-TOKEN': decodeURIComponent(cookie.slice('XSRF-TOKEN='.length)) } : {};
}
