import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { useEffect, useRef, useState } from 'react'
import { groups } from '../../../contract/endpoints/attendance/attendance.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { saveFile } from '../../../src/app/ui/files/save-file.ts'
import { useRegainedFocus } from '../../../src/app/ui/use-regained-focus.ts'
import { formatMonth } from '../dates.ts'
import { useLanguage, usePortal, useTexts } from '../portal-context.ts'
import { failureCode, failureReason } from '../use-endpoint.ts'
import { exportSheet } from './export-sheet.ts'

/** Downloads a group's month as a sheet; shows progress and failure. */
export function ExportButton({ group, month, name }: { group: string; month: string; name: string }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const ending = useRef(new AbortController())
  const button = useRegainedFocus(busy)

  useEffect(() => {
    ending.current = new AbortController()
    return () => ending.current.abort()
  }, [])

  const bring = async () => {
    if (!portal.online.current) return portal.notify('warning', t('offline.action'))
    const { signal } = ending.current
    setBusy(true)
    try {
      // Only calls of the portal renew an expired session.
      await portal.call(groups, {}, { signal, quiet: true })
      const sheet = await exportSheet(signal, { group, month, language })
      saveFile(sheet, `${t('export.file', { name, month: formatMonth(month, language) })}.xlsx`)
      portal.notify('success', t('export.done'))
    } catch (error) {
      if (signal.aborted) return undefined
      const reason = failureReason(failureCode(error), language, t)
      portal.notify('error', `${t('export.failed')}${t('gap')}${reason}`, {
        label: t('action.retry'),
        run: () => void bring(),
      })
    } finally {
      if (!signal.aborted) setBusy(false)
    }
    return undefined
  }

  return (
    <>
      <Button ref={button} className="at-export" icon={Download} busy={busy} onClick={() => void bring()}>
        {t('export.action')}
      </Button>
      <p className="visually-hidden" role="status">
        {busy && t('export.busy')}
      </p>
    </>
  )
}
