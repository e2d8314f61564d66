/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers no longer take rows that are grids for those of a table unless they are told */
import arrowDown from '@phosphor-icons/core/bold/arrow-down-bold.svg?raw'
import arrowUp from '@phosphor-icons/core/bold/arrow-up-bold.svg?raw'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { formatBytes } from '../../src/app/ui/format/format.ts'
import { LoadMoreEnd, type LoadMoreStatus } from '../../src/app/ui/layout/LoadMore.tsx'
import { nextSort, type Entry, type Sort } from './entries.ts'
import type { RowActions } from './FileRow.tsx'
import { FileRows } from './FileRows.tsx'
import { useObservable, usePortal } from './portal-context.ts'
import { cutIntoBlocks } from './row-blocks.ts'
import { rowLabels } from './row-labels.ts'
import { useTexts } from './use-texts.ts'

const COLUMNS = ['name', 'size', 'date'] as const

/** What a whole folder holds. */
export interface Totals {
  readonly folders: number
  readonly files: number
  readonly bytes: number
}

/** The folders and files of one folder as far as they have come, with headings that sort, an end that brings more, and a line that sums up the whole. */
export function FileTable({
  entries,
  totals,
  end,
  onMore,
  fresh,
  sort,
  onSort,
  busy,
  actions,
}: {
  entries: readonly Entry[]
  totals: Totals
  end: LoadMoreStatus
  onMore: () => void
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
  const total = totals.folders + totals.files
  return (
    <div className="f-card">
      <table
        role="table"
        className="f-table"
        aria-label={t('table.label')}
        aria-busy={busy}
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
