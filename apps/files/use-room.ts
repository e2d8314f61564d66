import { useEffect, useState } from 'react'
import { room } from '../../contract/calls/storage.ts'
import type { AnswerOf } from '../../contract/row.ts'
import { useObservable, usePortal } from './portal-context.ts'

type Room = AnswerOf<typeof room>

/** What the person uses and may use; null until it is known. Asked again whenever uploads have come to rest or one has failed, and when the network is back. */
export function useRoom(): Room | null {
  const portal = usePortal()
  const online = useObservable(portal.online)
  const items = useObservable(portal.upload.items)
  const [known, setKnown] = useState<Room | null>(null)
  const failed = items.filter(({ state }) => state.phase === 'failed').length
  const moving = items.length - failed > 0

  useEffect(() => {
    if (!online) return undefined
    const leaving = new AbortController()
    // What was known stays: nobody waits for this line, and the server decides in the end.
    portal.call(room, {}, { signal: leaving.signal, quiet: true }).then(setKnown, () => undefined)
    return () => leaving.abort()
  }, [portal, online, moving, failed])

  return known
}
