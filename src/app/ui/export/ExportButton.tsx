import './export-button.css'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { use, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../../contract/error-texts.ts'
import { EXPORT_RELEASE } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { sheetFileName } from '../../../../contract/rules/sheets/file-name.ts'
import type { Sheet } from '../../../../contract/rules/sheets/sheet.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { failureText } from '../../core/notices/failure-text.ts'
import { whenIdle } from '../../core/timing/when-idle.ts'
import { Button } from '../Button.tsx'
import { Progress } from '../feedback/Progress.tsx'
import { saveFile } from '../files/save-file.ts'
import { useKitTexts } from '../use-kit-texts.ts'
import { useRegainedFocus } from '../use-regained-focus.ts'
import { ExportContext } from './export-context.ts'
import { readTable } from './read-table.ts'

/** Milliseconds of an export until its progress is shown. */
const SLOW_AFTER = 1000

/** What is exported: sheets, or a table of the page; null without one. `onProgress` gets the loaded part, from 0 to 1. */
export type ExportSource = (signal: AbortSignal, onProgress: (part: number) => void) => Exported | Promise<Exported>
type Exported = readonly Sheet[] | HTMLTableElement | null

/** `part`: from 0 to 1; of a source that loads, one half is for loading and one for writing. */
type Export = { phase: 'idle' } | { phase: 'running'; part: number } | { phase: 'saved' }

/**
 * Downloads a table as a spreadsheet. Locked while it runs and shortly after; shows progress, which can be cancelled, and failure, with a retry. Draws nothing
 * outside of an ExportContext.
 */
export function ExportButton({
  file,
  source,
  label,
  kind = 'plain',
  needsNetwork = false,
  disabled = false,
}: {
  /** The file's name without its end; of a table of the page also its title. */
  file: string
  source: ExportSource
  /** The button's name, where "Export" says too little. */
  label?: string
  kind?: 'plain' | 'quiet'
  /** What is exported has to be loaded. */
  needsNetwork?: boolean
  /** While what is to be exported is still loading. */
  disabled?: boolean
}) {
  const services = use(ExportContext)
  const { t, language } = useKitTexts()
  const online = useOnline()
  const [state, setState] = useState<Export>({ phase: 'idle' })
  const ending = useRef<AbortController>(null)
  const button = useRegainedFocus(state.phase !== 'idle')

  useEffect(() => () => ending.current?.abort(), [])

  useEffect(() => {
    if (!services?.post) void whenIdle().then(() => services?.prepare())
  }, [services])

  if (!services) return null

  const bring = async () => {
    if (needsNetwork && !online) return services.notify('warning', t('download.offline'))
    const { signal } = (ending.current = new AbortController())
    setState({ phase: 'running', part: 0 })
    // A report may come after the file.
    const report = (part: number) =>
      setState((before) => (before.phase === 'running' ? { phase: 'running', part } : before))
    try {
      let loadingPart = 0
      const exported = await source(signal, (loaded) => {
        loadingPart = 0.5
        report(loaded * loadingPart)
      })
      signal.throwIfAborted()
      const sheets = await sheetsOf(signal, exported)
      if (sheets.length === 0) {
        services.notify('warning', errorText('export.no_table', language))
        return setState({ phase: 'idle' })
      }
      if (services.post) {
        await services.post(signal, file, sheets, () => tellFailure(new PortalError('export.no_file')))
        services.notify('info', t('export.sent'))
      } else {
        const bytes = await services.workbook(signal, sheets, (written) =>
          report(loadingPart + (1 - loadingPart) * written),
        )
        saveFile(bytes, sheetFileName(file, t('export.file')))
        services.notify('success', t('export.done'))
      }
      setState({ phase: 'saved' })
      await new Promise((resolve) => setTimeout(resolve, EXPORT_RELEASE))
    } catch (error) {
      if (!signal.aborted) tellFailure(error)
    }
    setState({ phase: 'idle' })
    return undefined
  }

  async function sheetsOf(signal: AbortSignal, exported: Exported): Promise<readonly Sheet[]> {
    if (!(exported instanceof HTMLTableElement)) return exported ?? []
    const sheet = await readTable(signal, exported, { name: file, title: file, language })
    return sheet ? [sheet] : []
  }

  function tellFailure(error: unknown): void {
    const text = `${t('export.failed')}${failureText(error)}`
    services?.notify('error', text, { label: t('export.retry'), run: () => void bring() })
  }

  return (
    <div className="k-export">
      {state.phase === 'running' && <SlowExport part={state.part} onCancel={() => ending.current?.abort()} />}
      <Button
        ref={button}
        kind={kind}
        icon={Download}
        busy={state.phase !== 'idle'}
        disabled={disabled}
        onClick={() => void bring()}
      >
        {label ?? t('export.action')}
      </Button>
      <p className="visually-hidden" role="status">
        {state.phase === 'running' && t('export.busy')}
      </p>
    </div>
  )
}

function SlowExport({ part, onCancel }: { part: number; onCancel: () => void }) {
  const { t } = useKitTexts()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER)
    return () => clearTimeout(timer)
  }, [])
  if (!slow) return null
  return (
    <div className="k-export__slow">
      {/* All rows are written, and how long packing takes is unknown. */}
      <Progress value={part < 1 ? part : undefined} label={t('export.busy')} />
      <Button kind="quiet" onClick={onCancel}>
        {t('export.cancel')}
      </Button>
    </div>
  )
}
