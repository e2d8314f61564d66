import { useEffect, useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { storageUsage } from '../../../contract/endpoints/storage/storage.ts'
import { BIN_DAYS } from '../../../contract/limits.ts'
import type { PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { LITTLE_LEFT, UseBar } from '../../../src/app/ui/feedback/UseBar.tsx'
import { useObservable, usePortal, useTexts } from '../portal.ts'

type StorageUse = ResponseOf<typeof storageUsage>

/** How much of the quota is used, at the foot of the page; nothing without a quota. */
export function QuotaLine() {
  const t = useTexts()
  const language = useObservable(usePortal().language)
  const use = useStorageUse()
  if (use === null || use.quota === null) return null
  const { used, quota } = use
  // A quota of 0 is full.
  const share = quota === 0 ? 1 : used / quota
  const text = share >= 1 ? 'quota.full' : share > LITTLE_LEFT ? 'quota.little' : 'quota.used'
  return (
    <div className="f-quota">
      <UseBar share={share}>
        {t(text, { used: formatBytes(used, language), quota: formatBytes(quota, language), days: BIN_DAYS })}
      </UseBar>
    </div>
  )
}

/**
 * Returns the used bytes and the quota, null until they are known. Fetched again when uploads have ended or one has failed, and when the network is back;
 * until then, and after a failure, the last value stays.
 */
function useStorageUse(): StorageUse | null {
  const portal = usePortal()
  const online = useObservable(portal.online)
  const [known, setKnown] = useState<StorageUse | null>(null)

  useEffect(() => {
    if (!online) return undefined
    const { items } = portal.upload
    let asking = new AbortController()
    const ask = () => {
      asking.abort()
      asking = new AbortController()
      portal.call(storageUsage, {}, { signal: asking.signal, quiet: true }).then(setKnown, () => undefined)
    }
    let before = uploadProgressKey(items.current)
    const stop = items.subscribe(() => {
      const now = uploadProgressKey(items.current)
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

/**
 * Returns a text that changes when the first upload begins, the last one ends or one fails. While none is under way it counts the finished ones too, because a
 * small file may begin and end between two notifications.
 */
export function uploadProgressKey(items: PortalUpload['items']['current']): string {
  const count = (phase: string) => items.filter(({ state }) => state.phase === phase).length
  const isMoving = items.some(({ state }) => !['failed', 'paused', 'needs-file', 'done'].includes(state.phase))
  return `${count('failed')} ${isMoving ? 'moving' : count('done')}`
}
