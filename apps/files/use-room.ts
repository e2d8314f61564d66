import { useEffect, useState } from 'react'
import { room } from '../../contract/calls/storage.ts'
import type { AnswerOf } from '../../contract/row.ts'
import type { Portal } from '../../src/app/micro-app.ts'
import { useObservable, usePortal } from './portal-context.ts'

type Room = AnswerOf<typeof room>

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
      portal.call(room, {}, { signal: asking.signal, quiet: true }).then(setKnown, () => undefined)
    }
    let before = restOf(items.current)
    const stop = items.subscribe(() => {
      const now = restOf(items.current)
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

/** Changes when the last upload is through, when the first begins, and when one fails. */
function restOf(items: Portal['upload']['items']['current']): string {
  const failed = items.filter(({ state }) => state.phase === 'failed').length
  const moving = items.some(({ state }) => !['failed', 'paused', 'done'].includes(state.phase))
  return `${failed} ${moving}`
}
