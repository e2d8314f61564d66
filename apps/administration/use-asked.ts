import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * What the address asks a list for, and a function that changes some of it, with another entry of the history unless `replace`. Changes add up although the router draws the page anew only when
 * there is time: on a busy device a second filter came before the first one was drawn, and took it away.
 */
export function useAsked<Asked extends object>(
  read: (params: URLSearchParams) => Asked,
  write: (asked: Asked) => string,
): [asked: Asked, ask: (change: Partial<Asked>, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const asked = read(params)
  const latest = useRef(asked)
  useEffect(() => {
    latest.current = read(params)
  }, [params, read])
  const ask = (change: Partial<Asked>, replace = false) => {
    latest.current = { ...latest.current, ...change }
    setParams(write(latest.current), { replace })
  }
  return [asked, ask]
}
