/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers drop the table roles of rows that CSS lays out as grids */
import ArrowDown from '@phosphor-icons/core/bold/arrow-down-bold.svg?react'
import ArrowUp from '@phosphor-icons/core/bold/arrow-up-bold.svg?react'
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo } from 'react'
import { FOLDER_PAGE } from '../../../contract/limits.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { LoadMoreEnd } from '../../../src/app/ui/layout/LoadMore.tsx'
import { textScale } from '../../../src/app/ui/text-scale.ts'
import { nextSort, type Entry } from './entries.ts'
import { FileRows, type RowActions } from './FileRows.tsx'
import type { Totals } from './listing.ts'
import { PickAll } from './SelectionBar.tsx'
import type { FolderView } from './use-folder.ts'
import { useTexts } from '../portal.ts'

const COLUMNS = ['name', 'size', 'date'] as const

/** A list of up to so many rows is drawn in one go. */
const AT_ONCE = 100

/** The list of a folder: headings that sort, its entries, an end that loads more, and the totals of the whole folder. */
export function FileTable({
  entries,
  totals,
  folder: { load, end, fresh, loadMore, sort, setSort },
  actions,
  selected,
  onPick,
  onPickAll,
  wantedId,
  onDrawn,
}: {
  entries: readonly Entry[]
  totals: Totals
  folder: FolderView
  actions: RowActions
  selected: ReadonlySet<string>
  onPick: (entry: Entry) => void
  /** All that are loaded, or none. */
  onPickAll: (isPicked: boolean) => void
  /** An entry whose row is to be in the document. */
  wantedId: string | null
  /** Called after each drawing of rows. */
  onDrawn: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const count = entries.filter(({ arriving }) => !arriving).length
  const { rows, height, measure } = useVirtualRows(entries, wantedId)
  useEffect(onDrawn)
  return (
    <div className="app-card f-place-card" data-selecting={selected.size > 0 || undefined}>
      <table
        role="table"
        className="f-table"
        aria-label={t('table.label')}
        aria-busy={load.phase === 'loading'}
        aria-rowcount={totals.folders + totals.files + 1}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" scope="col" className="f-cell-pick">
              <PickAll count={selected.size} all={count} onPickAll={onPickAll} />
            </th>
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
                  <button type="button" className="f-heading" onClick={() => setSort(nextSort(sort, column))}>
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
        <tbody role="rowgroup" className="f-rows" style={{ minHeight: height }}>
          <FileRows
            rows={rows}
            measure={measure}
            fresh={fresh}
            selected={selected}
            onPick={onPick}
            language={language}
            t={t}
            actions={actions}
          />
        </tbody>
      </table>
      {end !== 'done' && <LoadMoreEnd status={end} empty={entries.length === 0} onMore={loadMore} />}
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

/**
 * The rows in the document: a page of them on either side of those in view, which find-in-page and screen readers reach, and the row with the focus, which
 * would be lost with it. React draws many in interruptible steps.
 */
function useVirtualRows(entries: readonly Entry[], wantedId: string | null) {
  const rowHeight = (window.matchMedia('(max-width: 720px)').matches ? 85 : 44) * textScale()
  // oxlint-disable-next-line react/incompatible-library -- the compiler that it is incompatible with is not used
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: entries.length,
    overscan: FOLDER_PAGE,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => entries[index]?.id ?? index, [entries]),
    rangeExtractor: useCallback(
      (range: Range) => {
        const focused = document.activeElement?.closest('[data-entry]')?.getAttribute('data-entry')
        const indexes = new Set(defaultRangeExtractor(range))
        for (const id of [focused, wantedId]) {
          const index = id ? entries.findIndex((entry) => entry.id === id) : -1
          if (index >= 0) indexes.add(index)
        }
        return [...indexes].toSorted((one, other) => one - other)
      },
      [entries, wantedId],
    ),
  })

  useLayoutEffect(() => {
    // The rows are in the flow: the browser's own scroll anchoring keeps those in view where they are.
    virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false
  }, [virtualizer])

  const items = virtualizer.getVirtualItems()
  const latest = useMemo(() => ({ entries, items }), [entries, items])
  const drawn = useDeferredValue(latest)
  return {
    rows: entries.length > AT_ONCE ? drawn : latest,
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  }
}
