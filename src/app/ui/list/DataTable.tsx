import './data-table.css'
import CaretDown from '@phosphor-icons/core/regular/caret-down.svg?react'
import CaretUp from '@phosphor-icons/core/regular/caret-up.svg?react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../icons/Icon.tsx'
import type { Column } from './columns.ts'
import type { ListQuery } from './use-list-query.ts'
import type { Selection } from './use-selection.ts'
import { CheckBox } from '../fields/CheckBox.tsx'
import { useListTexts } from './use-list-texts.ts'

interface Order {
  readonly sort: string
  readonly descending: boolean
}

interface TableParts<Row> {
  /** In their order; the first one that is shown heads the rows. */
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** The address that a row leads to. */
  readonly linkTo?: (row: Row) => string
  /** Shown after the link of a row. */
  readonly afterLink?: (row: Row) => ReactNode
  /** Whether the page shows this row's record beside the table. */
  readonly isCurrent?: (row: Row) => boolean
  /** Whether a row is drawn paler, such as that of a closed account. */
  readonly isInactive?: (row: Row) => boolean
  /** Which rows are selected, with the name of each for screen readers. */
  readonly selection?: Pick<Selection<Row>, 'set'> & {
    readonly rows: { readonly has: (key: string) => boolean }
    readonly nameOf: (row: Row) => string
    /** Rows that have a checkbox; all by default. */
    readonly maySelect?: (row: Row) => boolean
    /** The name of the checkbox of all rows, where "this page" is not what they are. */
    readonly allLabel?: string
  }
}

/**
 * Rows as a table, in a narrow place as cards. Where rows have a link and can be selected, the arrow keys lead through them, Enter opens one and Space selects it.
 */
export function DataTable<Row>({
  label,
  rows,
  order,
  tabStop = false,
  hasCards = true,
  ...parts
}: TableParts<Row> & {
  label: string
  rows: readonly Row[]
  /** The list whose order the headings change. */
  order?: Pick<ListQuery<Order>, 'values' | 'change'>
  /** Rows without a link or a button: the table itself takes the focus, so that keys can scroll it. */
  tabStop?: boolean
  /** Rows become cards where the table would be too wide. */
  hasCards?: boolean
}) {
  const { t } = useListTexts()
  const { columns, keyOf, linkTo, selection } = parts
  const [current, setCurrent] = useState(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const isGrid = linkTo !== undefined && selection !== undefined
  const reachable = Math.min(current, rows.length - 1)
  const selectable = selection?.maySelect ? rows.filter(selection.maySelect) : rows
  const selected = selectable.filter((row) => selection?.rows.has(keyOf(row))).length

  const goTo = (row: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, row))
    setCurrent(next)
    const element = body.current?.rows[next]
    element?.focus()
    element?.scrollIntoView({ block: 'nearest' })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div
      className="k-table-scroll"
      data-cards={hasCards || undefined}
      {...(tabStop && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      <table
        className="k-table"
        {...(isGrid && { role: 'grid', 'aria-multiselectable': true })}
        aria-label={isGrid ? t('grid', { label }) : label}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="k-table__pick">
                <CheckBox
                  label={selection.allLabel ?? t('pickPage')}
                  disabled={selectable.length === 0}
                  checked={selected > 0 && selected === selectable.length}
                  mixed={selected > 0 && selected < selectable.length}
                  onChange={(isPicked) => selection.set(selectable, isPicked)}
                />
              </th>
            )}
            {columns.filter(isShown).map((column) => (
              <ColumnHead key={column.key} column={column} order={order} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <TableRow
              key={keyOf(row)}
              row={row}
              {...parts}
              grid={
                isGrid
                  ? {
                      isReachable: index === reachable,
                      onFocus: () => setCurrent(index),
                      onMove: (step) => goTo(step === 'first' ? 0 : step === 'last' ? rows.length - 1 : index + step),
                    }
                  : null
              }
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isShown = ({ isSheetOnly }: { readonly isSheetOnly?: boolean }) => !isSheetOnly

function ColumnHead<Row>({
  column: { heading, sort, isDescendingFirst = false, isActions = false, isWideOnly },
  order,
}: {
  column: Column<Row>
  order: Pick<ListQuery<Order>, 'values' | 'change'> | undefined
}) {
  if (sort === undefined || !order)
    return (
      <th scope="col" data-wide-only={isWideOnly}>
        {isActions ? <span className="visually-hidden">{heading}</span> : heading}
      </th>
    )
  const { values } = order
  const isSorted = values.sort === sort
  return (
    <th scope="col" aria-sort={isSorted ? (values.descending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className="k-table__sort"
        onClick={() => order.change({ sort, descending: isSorted ? !values.descending : isDescendingFirst })}
      >
        {heading}
        {isSorted && <Icon svg={values.descending ? CaretDown : CaretUp} size={14} />}
      </button>
    </th>
  )
}

type Step = -1 | 1 | 'first' | 'last'
const STEPS: Readonly<Record<string, Step>> = { ArrowUp: -1, ArrowDown: 1, Home: 'first', End: 'last' }

/** How the keyboard reaches a row of a grid. */
interface RowKeys {
  readonly isReachable: boolean
  readonly onFocus: () => void
  readonly onMove: (step: Step) => void
}

function TableRow<Row>({
  row,
  columns,
  keyOf,
  linkTo,
  afterLink,
  isCurrent,
  isInactive,
  selection,
  grid,
}: TableParts<Row> & { row: Row; grid: RowKeys | null }) {
  const { t } = useListTexts()
  const isSelected = selection?.rows.has(keyOf(row)) === true
  const insideTab = grid ? -1 : undefined
  const [first, ...others] = columns.filter(isShown)

  const press = (event: KeyboardEvent<HTMLTableRowElement>) => {
    // Within the row the checkbox and the link have their own keys.
    if (event.target !== event.currentTarget) return
    const step = STEPS[event.key]
    if (step !== undefined) grid?.onMove(step)
    else if (event.key === 'Enter') event.currentTarget.querySelector('a')?.click()
    else if (event.key === ' ') selection?.set([row], !isSelected)
    else return
    event.preventDefault()
  }

  return (
    <tr
      aria-current={isCurrent?.(row) === true || undefined}
      data-inactive={isInactive?.(row) === true || undefined}
      data-selected={isSelected || undefined}
      {...(grid && {
        tabIndex: grid.isReachable ? 0 : -1,
        'aria-selected': isSelected,
        onFocus: grid.onFocus,
        onKeyDown: press,
      })}
    >
      {selection && (
        <td className="k-table__pick">
          {(selection.maySelect?.(row) ?? true) && (
            <CheckBox
              label={t('pick', { name: selection.nameOf(row) })}
              checked={isSelected}
              tabIndex={insideTab}
              onChange={(isPicked) => selection.set([row], isPicked)}
            />
          )}
        </td>
      )}
      {first && (
        <th scope="row" className="k-table__name" data-one-line={first.isOneLine}>
          {linkTo ? (
            <Link to={linkTo(row)} tabIndex={insideTab} className="k-table__link">
              {shownOf(first, row)}
            </Link>
          ) : (
            shownOf(first, row)
          )}
          {afterLink && <> {afterLink(row)}</>}
        </th>
      )}
      {others.map((column) => (
        <td
          key={column.key}
          className={column.isActions ? 'k-table__actions' : undefined}
          data-label={column.isActions ? undefined : column.heading}
          data-labelled={column.isLabelled}
          data-one-line={column.isOneLine}
          data-wide-only={column.isWideOnly}
        >
          {shownOf(column, row) || (!column.isActions && <span className="k-soft k-table__none">{t('none')}</span>)}
        </td>
      ))}
    </tr>
  )
}

/** 0 is a figure and shown. */
function shownOf<Row>({ cell, value }: Column<Row>, row: Row): ReactNode {
  const shown = cell ? cell(row) : value?.(row)
  return shown === 0 ? '0' : shown
}
