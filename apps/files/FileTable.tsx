import arrowDown from '@phosphor-icons/core/bold/arrow-down-bold.svg?raw'
import arrowUp from '@phosphor-icons/core/bold/arrow-up-bold.svg?raw'
import { Icon } from '../../src/app/kit/Icon.tsx'
import { formatBytes } from '../../src/app/kit/format.ts'
import { nextSort, type Entry, type Sort } from './entries.ts'
import { FileRow, type RowActions } from './FileRow.tsx'
import { useObservable, usePortal } from './portal-context.ts'
import { rowLabels } from './row-labels.ts'
import { useTexts } from './use-texts.ts'

const COLUMNS = ['name', 'size', 'date'] as const

/** The folders and files of one folder, with headings that sort and a line that sums up. */
export function FileTable({
  entries,
  fresh,
  sort,
  onSort,
  busy,
  actions,
}: {
  entries: readonly Entry[]
  fresh: Readonly<Record<string, true>>
  sort: Sort
  onSort: (sort: Sort) => void
  busy: boolean
  actions: RowActions
}) {
  const t = useTexts()
  const portal = usePortal()
  const language = useObservable(portal.language)
  const offline = !useObservable(portal.online)
  const labels = rowLabels(t)
  const files = entries.filter((entry) => entry.kind === 'file')
  const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0)
  return (
    <div className="f-card">
      <table className="f-table" aria-label={t('table.label')} aria-busy={busy}>
        <thead>
          <tr>
            {COLUMNS.map((column) => {
              const leads = sort.by === column
              return (
                <th
                  key={column}
                  scope="col"
                  className={`f-cell-${column}`}
                  aria-sort={leads ? (sort.descending ? 'descending' : 'ascending') : undefined}
                >
                  <button type="button" className="f-heading" onClick={() => onSort(nextSort(sort, column))}>
                    {t(`table.${column}`)}
                    <span className="f-heading__arrow" data-leads={leads}>
                      <Icon svg={leads && sort.descending ? arrowDown : arrowUp} size={12} />
                    </span>
                  </button>
                </th>
              )
            })}
            <th scope="col" className="f-cell-actions">
              <span className="visually-hidden">{t('table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <FileRow
              key={entry.id}
              entry={entry}
              fresh={Object.hasOwn(fresh, entry.id)}
              offline={offline}
              language={language}
              labels={labels}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
      <p className="f-summary">
        {t('table.summary', {
          folders: t('table.folders', { count: entries.length - files.length }),
          files: t('table.files', { count: files.length }),
          size: formatBytes(size, language),
        })}
      </p>
    </div>
  )
}
