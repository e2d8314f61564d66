/**
 * Where to go after signing in: `redirect_uri` when it leads to this origin, else null. Anything that leads elsewhere, also by tricks such
 * as `//host`, `/\host` or control characters, is refused.
 */
export function redirectTarget(search: string, origin: string): string | null {
  const wanted = new URLSearchParams(search).get('redirect_uri')
  // oxlint-disable-next-line no-control-regex -- browsers strip these characters before they read an address
  if (!wanted || /[\u0000-\u0020\\]/.test(wanted)) return null
  if (!URL.canParse(wanted, origin)) return null
  const url = new URL(wanted, origin)
  if (url.origin !== origin || /^\/login\/?$/.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}
