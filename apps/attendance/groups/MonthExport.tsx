import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { formatMonth } from '../../../src/app/ui/format/calendar.ts'
import { nameIn } from '../name-in.ts'
import { usePortal, useTexts, type Groups } from '../portal-context.ts'
import { loadSheets } from './attendance-sheets.ts'

/** Downloads a group's month: each person's totals, and their days with all events. */
export function MonthExport({ group, month }: { group: Groups['groups'][number]; month: string }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const input = { group: group.group, month }
  return (
    <ExportButton
      file={t('export.file', { name: nameIn(group, language), month: formatMonth(month, language) })}
      needsNetwork
      source={(signal, onProgress) => loadSheets(signal, portal, input, { language, t, onProgress })}
    />
  )
}
