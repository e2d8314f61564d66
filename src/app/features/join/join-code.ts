import { tryStorage } from '../../core/storage/local-keys.ts'

const KEY = 'portal-join-code'

/** The code of the link, which leaves the address at once; after a reload the one of before, in this window alone. '' without one. */
export function takeCode(): string {
  const code = location.hash.slice(1)
  if (code !== '') {
    history.replaceState(null, '', location.pathname)
    tryStorage(() => sessionStorage.setItem(KEY, code))
  }
  return code || (tryStorage(() => sessionStorage.getItem(KEY)) ?? '')
}

export function forgetCode(): void {
  tryStorage(() => sessionStorage.removeItem(KEY))
}
