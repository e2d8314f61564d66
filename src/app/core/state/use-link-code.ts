import { useEffect, useEffectEvent, useState } from 'react'
import { tryStorage } from '../storage/local-keys.ts'

/**
 * The code of the link that opened the page, '' without one. It leaves the address at once, and is kept in this window alone, under `key`, for a reload. `onNew`
 * is called where another link is opened in the window.
 */
export function useLinkCode(key: string, onNew: () => void): string {
  const [code, setCode] = useState(() => takeCode(key))
  const take = useEffectEvent(() => {
    setCode(takeCode(key))
    onNew()
  })
  useEffect(() => {
    const follow = () => take()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return code
}

function takeCode(key: string): string {
  const code = location.hash.slice(1)
  if (code !== '') {
    history.replaceState(null, '', location.pathname)
    tryStorage(() => sessionStorage.setItem(key, code))
  }
  return code || (tryStorage(() => sessionStorage.getItem(key)) ?? '')
}
