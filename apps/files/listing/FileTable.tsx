/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers drop the table roles of rows that CSS lays out as grids */
import ArrowDown from '@phosphor-icons/core/bold/arrow-down-bold.svg?react'
import ArrowUp from '@phosphor-icons/core/bold/arrow-up-bold.svg?react'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { LoadMoreEnd } from '../../../src/app/ui/layout/LoadMore.tsx'
import { nextSort, type Entry, type Sort } from './entries.ts'
import { FileRows, rowLabels, type RowActions } from './FileRows.tsx'
import type { Totals } from './listing.ts'
import { cutIntoBlocks } from './row-blocks.ts'
import type { FolderView } from './use-folder.ts'
import { useObservable, usePortal, useTexts } from '../portal.ts'

const COLUMNS = ['name', 'size', 'date'] as const

/** The list of a folder: headings that sort, its entries, an end that loads more, and the totals of the whole folder. */
export function FileTable({
  entries,
  totals,
  folder: { load, end, fresh },
  onMore,
  sort,
  onSort,
  actions,
}: {
  entries: readonly Entry[]
  totals: Totals
  folder: FolderView
  onMore: () => void
  sort: Sort
  onSort: (sort: Sort) => void
  actions: RowActions
}) {
  const t = useTexts()
  const portal = usePortal()
  const language = useObservable(portal.language)
  const offline = !useObservable(portal.online)
  const labels = rowLabels(t)
  const total = totals.folders + totals.files
  return (
    <div className="f-card">
      <table
        role="table"
        className="f-table"
        aria-label={t('table.label')}
        aria-busy={load.phase === 'loading'}
        aria-rowcount={end === 'done' ? undefined : total + 1}
      >
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
                      <Icon svg={leads && sort.descending ? ArrowDown : ArrowUp} size={12} />
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
      {end !== 'done' && <LoadMoreEnd status={end} empty={entries.length === 0} onMore={onMore} />}
      <p className="f-summary">
        {t(end === 'done' ? 'table.summary' : 'table.summaryOfPart', {
          folders: t('table.folders', { count: totals.folders }),
          files: t('table.files', { count: totals.files }),
          size: formatBytes(totals.bytes, language),
          shown: entries.length,
        })}
      </p>
    </div>
  )
}
