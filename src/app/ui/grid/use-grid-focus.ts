import { useEffect, useEffectEvent, type KeyboardEvent, type FocusEvent, type MouseEvent, type RefObject } from 'react'
import { gridStep, type GridPlace } from './grid-step.ts'

const ROWS = ':scope > tr, :scope > * > tr, :scope > [role=row]'

/**
 * Makes a table or an element of role grid one tab stop, in which arrow keys move. Its cells are the children of its rows; of a cell with a link the
 * link takes the focus, else the cell itself if it has a tab index. All are rendered with the tab index -1: the hook gives 0 to the one that Tab
 * reaches, so that a move renders nothing.
 */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  {
    shown,
    start,
    open,
    page,
  }: {
    /** Another value may mean other cells: a tab stop that is gone is set anew. */
    shown: unknown
    /** The cell that Tab reaches first; else the first cell. */
    start: () => GridPlace | null
    /** Opens a cell without a link, by Enter, Space or click. */
    open?: (place: GridPlace) => void
    /** What PageUp and PageDown do; else they move by the rows in sight. */
    page?: (by: 1 | -1, from: GridPlace) => void
  },
) {
  const setStart = useEffectEvent(() => {
    const rows = targetsOf(grid.current)
    if (rows.flat().some((target) => target?.tabIndex === 0)) return
    const place = start()
    const first = (place && rows[place.row]?.[place.column]) ?? rows.flat().find((target) => target !== null)
    if (first) markStop(rows, first)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- for other cells, which the page has then
  useEffect(() => setStart(), [shown])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rows = targetsOf(grid.current)
    const from = placeOf(rows, event.target)
    if (!from) return
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (page && !modified && (event.key === 'PageUp' || event.key === 'PageDown')) {
      event.preventDefault()
      page(event.key === 'PageUp' ? -1 : 1, from)
      return
    }
    if (open && !modified && (event.key === 'Enter' || event.key === ' ') && !isLink(event.target)) {
      event.preventDefault()
      open(from)
      return
    }
    const cells = rows.map((row) => row.map((target) => target !== null))
    const to = gridStep(event, from, cells, rowsInSight(grid.current))
    if (!to) return
    event.preventDefault()
    rows[to.row]?.[to.column]?.focus()
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const rows = targetsOf(grid.current)
    const at = placeOf(rows, event.target)
    const target = at && rows[at.row]?.[at.column]
    if (target) markStop(rows, target)
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const at = placeOf(targetsOf(grid.current), event.target)
    if (at && open && event.button === 0 && !isLink(event.target)) open(at)
  }
  return { onKeyDown, onFocus, onClick }
}

/** By row and cell, what takes the focus; null for cells without. */
function targetsOf(grid: HTMLElement | null): (HTMLElement | null)[][] {
  return Array.from(grid?.querySelectorAll<HTMLElement>(ROWS) ?? [], (row) =>
    Array.from(row.children, (cell) => {
      const link = cell.querySelector<HTMLElement>('a')
      return link ?? (cell instanceof HTMLElement && cell.hasAttribute('tabindex') ? cell : null)
    }),
  )
}

function placeOf(rows: readonly (readonly (HTMLElement | null)[])[], node: EventTarget): GridPlace | undefined {
  for (const [row, targets] of rows.entries()) {
    const column = targets.findIndex((target) => node instanceof Node && target?.contains(node))
    if (column >= 0) return { row, column }
  }
  return undefined
}

function markStop(rows: readonly (readonly (HTMLElement | null)[])[], stop: HTMLElement): void {
  for (const target of rows.flat()) if (target) target.tabIndex = target === stop ? 0 : -1
}

function isLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a') !== null
}

/** How many rows of the last one's height fit into what scrolls, or into the window. */
function rowsInSight(grid: HTMLElement | null): number {
  const row = [...(grid?.querySelectorAll<HTMLElement>(ROWS) ?? [])].at(-1)
  const view = grid?.closest<HTMLElement>('.k-scroll__view')?.clientHeight ?? innerHeight
  return Math.max(1, Math.floor(view / (row?.offsetHeight || view)) - 1)
}
