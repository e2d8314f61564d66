import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { useEffect, useRef, useState } from 'react'
import { EXPORT_RELEASE } from '../../../contract/limits.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Progress } from '../../../src/app/ui/feedback/Progress.tsx'
import { saveFile } from '../../../src/app/ui/files/save-file.ts'
import { useRegainedFocus } from '../../../src/app/ui/use-regained-focus.ts'
import { formatMonth } from '../dates.ts'
import { useLanguage, usePortal, useTexts } from '../portal-context.ts'
import { useFailureReason } from '../use-endpoint.ts'
import { loadSheets } from './attendance-sheets.ts'

/** Milliseconds of an export until its progress is shown. */
const SLOW_AFTER = 1000

/** `part`: from 0 to 1, one half for loading and one for writing. */
type Export = { phase: 'idle' } | { phase: 'running'; part: number } | { phase: 'saved' }

/** Downloads a group's month as a sheet; shows progress, which can be cancelled, and failure. */
export function ExportButton({ group, month, name }: { group: string; month: string; name: string }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const reasonOf = useFailureReason()
  const [state, setState] = useState<Export>({ phase: 'idle' })
  const ending = useRef<AbortController>(null)
  const button = useRegainedFocus(state.phase !== 'idle')

  useEffect(() => () => ending.current?.abort(), [])

  const bring = async () => {
    if (!portal.online.current) return portal.notify('warning', t('offline.action'))
    const { signal } = (ending.current = new AbortController())
    setState({ phase: 'running', part: 0 })
    // A report of the worker may come after its file.
    const report = (part: number) =>
      setState((before) => (before.phase === 'running' ? { phase: 'running', part } : before))
    try {
      const onProgress = (loaded: number) => report(loaded / 2)
      const sheets = await loadSheets(signal, portal, { group, month }, { language, t, onProgress })
      const file = await portal.export.workbook(signal, sheets, (written) => report((1 + written) / 2))
      saveFile(file, `${t('export.file', { name, month: formatMonth(month, language) })}.xlsx`)
      portal.notify('success', t('export.done'))
      setState({ phase: 'saved' })
      await new Promise((resolve) => setTimeout(resolve, EXPORT_RELEASE))
    } catch (error) {
      if (!signal.aborted) {
        portal.notify('error', `${t('export.failed')}${t('gap')}${reasonOf(error)}`, {
          label: t('action.retry'),
          run: () => void bring(),
        })
      }
    }
    setState({ phase: 'idle' })
    return undefined
  }

  return (
    <>
      <Button
        ref={button}
        className="at-export"
        icon={Download}
        busy={state.phase !== 'idle'}
        onClick={() => void bring()}
      >
        {t('export.action')}
      </Button>
      <p className="visually-hidden" role="status">
        {state.phase === 'running' && t('export.busy')}
      </p>
      {state.phase === 'running' && <SlowExport part={state.part} onCancel={() => ending.current?.abort()} />}
    </>
  )
}

function SlowExport({ part, onCancel }: { part: number; onCancel: () => void }) {
  const t = useTexts()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER)
    return () => clearTimeout(timer)
  }, [])
  if (!slow) return null
  return (
    <div className="at-exporting">
      {/* All rows are written, and how long packing takes is unknown. */}
      <Progress value={part < 1 ? part : undefined} label={t('export.busy')} />
      <Button kind="quiet" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </div>
  )
}
