import { useEffect, useState } from 'react'
import { storageUsage } from '../../contract/endpoints/storage.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { useObservable, usePortal } from './portal-context.ts'
import { restOfUploads } from './rest-of-uploads.ts'

type Room = ResponseOf<typeof storageUsage>

/**
 * What the person uses and may use; null until it is known. Asked again whenever uploads have come to rest or one has failed, and when the network is
 * back. What was known stays until then: nobody waits for it, and the server decides in the end.
 */
export function useRoom(): Room | null {
  const portal = usePortal()
  const online = useObservable(portal.online)
  const [known, setKnown] = useState<Room | null>(null)

  useEffect(() => {
    if (!online) return undefined
    const { items } = portal.upload
    let asking = new AbortController()
    const ask = () => {
      asking.abort()
      asking = new AbortController()
      portal.call(storageUsage, {}, { signal: asking.signal, quiet: true }).then(setKnown, () => undefined)
    }
    let before = restOfUploads(items.current)
    const stop = items.subscribe(() => {
      const now = restOfUploads(items.current)
      if (now !== before) ask()
      before = now
    })
    ask()
    return () => {
      stop()
      asking.abort()
    }
  }, [portal, online])

  return known
}
