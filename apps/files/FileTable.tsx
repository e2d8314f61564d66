/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers no longer take rows that are grids for those of a table unless they are told */
import arrowDown from '@phosphor-icons/core/bold/arrow-down-bold.svg?raw'
import arrowUp from '@phosphor-icons/core/bold/arrow-up-bold.svg?raw'
import { Icon } from '../../src/app/kit/Icon.tsx'
import { formatBytes } from '../../src/app/kit/format.ts'
import { nextSort, type Entry, type Sort } from './entries.ts'
import type { RowActions } from './FileRow.tsx'
import { FileRows } from './FileRows.tsx'
import { useObservable, usePortal } from './portal-context.ts'
import { cutIntoBlocks } from './row-blocks.ts'
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
      <table role="table" className="f-table" aria-label={t('table.label')} aria-busy={busy}>
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => {
              const leads = sort.by === column
              return (
                <th
                  key={column}
                  role="columnheader"
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
            <th role="columnheader" scope="col" className="f-cell-actions">
              <span className="visually-hidden">{t('table.actions')}</span>
            </th>
          </tr>
        </thead>
        {cutIntoBlocks(entries).map((block) => (
          <FileRows
            key={block.key}
            entries={block.entries}
            fresh={fresh}
            offline={offline}
            language={language}
            labels={labels}
            actions={actions}
          />
        ))}
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
