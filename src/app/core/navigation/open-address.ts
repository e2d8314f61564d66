import type { NavigateFunction } from 'react-router-dom'

/** Opens a path of the portal here, or another site in a new window. Returns false where the browser kept that from opening. */
export function openAddress(url: string, navigate: NavigateFunction): boolean {
  if (!url.startsWith('/')) {
    // With `noopener` the browser would not tell whether there is one.
    const opened = window.open('', '_blank')
    if (!opened) return false
    opened.opener = null
    opened.location.replace(url)
    return true
  }
  const { pathname, search, hash } = new URL(url, location.origin)
  // An application that is open follows the hash by itself, and hears only of a change that the browser makes.
  if (hash !== '' && pathname === location.pathname && search === location.search) location.hash = hash
  else void navigate(url)
  return true
}
