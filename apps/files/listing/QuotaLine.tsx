import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { storageUsage } from '../../../contract/endpoints/storage/storage.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import type { PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { NEARLY_FULL, UsageBar } from '../../../src/app/ui/feedback/UsageBar.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { usePortal, useTexts } from '../portal.ts'
import { BIN_PATH } from './folder-path.ts'

/**
 * How much of the quota is used, at the foot of the page; nothing without a quota. Fetched again when uploads have ended or one has failed; until then,
 * and after a failure, the last value stays.
 */
export function QuotaLine() {
  const t = useTexts()
  const language = useLanguage()
  const client = useQueryClient()
  const mayRemove = usePermitted('files_remove')
  const { items } = usePortal().upload
  const { data } = useEndpoint(storageUsage, {})

  useEffect(() => {
    let before = uploadProgressKey(items.current)
    return items.subscribe(() => {
      const now = uploadProgressKey(items.current)
      if (now !== before) void client.invalidateQueries({ queryKey: [storageUsage.name] })
      before = now
    })
  }, [client, items])

  if (data === undefined || data.quota === null) return null
  const { used, quota } = data
  // A quota of 0 is full.
  const share = quota === 0 ? 1 : used / quota
  const text = share >= 1 ? 'quota.full' : share > NEARLY_FULL ? 'quota.little' : 'quota.used'
  const bin = t('quota.bin', { size: formatBytes(data.bin, language) })
  return (
    <div className="f-quota">
      <UsageBar share={share}>
        {t(text, { used: formatBytes(used, language), quota: formatBytes(quota, language) })}
        {data.bin > 0 && <> {mayRemove ? <Link to={BIN_PATH}>{bin}</Link> : bin}</>}
      </UsageBar>
    </div>
  )
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
