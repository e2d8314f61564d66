import { GROUP_CODES } from '../../../../../contract/endpoints/desktop/desktop.ts'
import type { Slot } from './move-icon.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

export interface Point {
  readonly x: number
  readonly y: number
}

/** The laid out list of a group's icons; icons that are sliding count at their destination. */
interface Laid {
  readonly group: Slot['group']
  readonly list: HTMLElement
  readonly box: DOMRect
}

function readGroups(grid: HTMLElement): Laid[] {
  return [...grid.querySelectorAll<HTMLElement>('[data-group]')].flatMap((list) => {
    const group = GROUP_CODES.find((code) => code === list.dataset['group'])
    return group ? [{ group, list, box: list.getBoundingClientRect() }] : []
  })
}

/** The slot for an icon held at a point of the window (CSS pixels); null where no group is near. */
export function slotAt(grid: HTMLElement, point: Point): Slot | null {
  const [nearest] = readGroups(grid).toSorted((one, other) => distance(one.box, point) - distance(other.box, point))
  if (!nearest) return null
  const { group, list, box } = nearest
  const items = [...list.children].filter((item) => item instanceof HTMLElement)
  // Offsets ignore transforms, as intended here.
  const x = point.x - box.left + list.offsetLeft
  const y = point.y - box.top + list.offsetTop
  const row = rowAt(items, y)
  const [first] = row
  if (!first) return { group, index: 0 }
  const start = items.indexOf(first)
  const column = row.findIndex((item) => x < item.offsetLeft + item.offsetWidth)
  return { group, index: start + (column < 0 ? row.length - 1 : column) + endsBefore(row, items, x) }
}

/** After the very last icon there is one more slot. */
function endsBefore(row: readonly HTMLElement[], items: readonly HTMLElement[], x: number): 0 | 1 {
  const last = row.at(-1)
  return last && last === items.at(-1) && x > last.offsetLeft + last.offsetWidth ? 1 : 0
}

/** The icons of the row at a height, or of the last row below it. Icons are in rows, so the first one that ends below starts the row. */
function rowAt(items: readonly HTMLElement[], y: number): HTMLElement[] {
  let [low, high] = [0, items.length - 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const item = items[middle]
    if (item && item.offsetTop + item.offsetHeight < y) low = middle + 1
    else high = middle
  }
  return rowOf(items, low)
}

function rowOf(items: readonly HTMLElement[], at: number): HTMLElement[] {
  const top = items[at]?.offsetTop
  let [start, end] = [at, at]
  while (start > 0 && items[start - 1]?.offsetTop === top) start -= 1
  while (end < items.length && items[end]?.offsetTop === top) end += 1
  return items.slice(start, end)
}

function distance({ left, right, top, bottom }: DOMRect, { x, y }: Point): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
}

/** The slot one step from an icon's own: the neighbour, the icon above or below, and over the edge of a group the next group. Null at the very edge. */
export function slotBeside(grid: HTMLElement, from: Slot, direction: Direction): Slot | null {
  const groups = readGroups(grid)
  const at = groups.findIndex(({ group }) => group === from.group)
  const here = groups[at]
  if (!here) return null
  const items = itemsOf(here)
  if (direction === 'left' || direction === 'right') {
    const index = from.index + (direction === 'right' ? 1 : -1)
    if (index >= 0 && index < items.length) return { group: from.group, index }
    const next = groups[at + (direction === 'right' ? 1 : -1)]
    return next ? { group: next.group, index: direction === 'right' ? 0 : itemsOf(next).length } : null
  }
  const own = items[from.index]
  if (!own) return null
  const down = direction === 'down'
  const row = rowOf(items, from.index)
  const beyond = items[down ? from.index + row.length - row.indexOf(own) : from.index - row.indexOf(own) - 1]
  if (beyond) return nearestIn(here, rowOf(items, items.indexOf(beyond)), own.getBoundingClientRect())
  return overTheEdge(groups, here, own.getBoundingClientRect(), down)
}

function overTheEdge(groups: readonly Laid[], here: Laid, own: DOMRect, down: boolean): Slot | null {
  const beyond = groups.filter(({ box }) => (down ? box.top >= here.box.bottom : box.bottom <= here.box.top))
  const edge = down ? Math.min(...beyond.map(({ box }) => box.top)) : Math.max(...beyond.map(({ box }) => box.bottom))
  const line = beyond.filter(({ box }) => Math.abs((down ? box.top : box.bottom) - edge) < 1)
  const middle = own.left + own.width / 2
  const [next] = line.toSorted(
    (one, other) => distance(one.box, { x: middle, y: edge }) - distance(other.box, { x: middle, y: edge }),
  )
  if (!next) return null
  const items = itemsOf(next)
  return nearestIn(next, rowOf(items, down ? 0 : items.length - 1), own)
}

function nearestIn(laid: Laid, row: readonly HTMLElement[], own: DOMRect): Slot {
  const away = (item: HTMLElement) => Math.abs(item.getBoundingClientRect().left - own.left)
  const [nearest] = row.toSorted((one, other) => away(one) - away(other))
  return { group: laid.group, index: nearest ? itemsOf(laid).indexOf(nearest) : 0 }
}

function itemsOf({ list }: Laid): HTMLElement[] {
  return [...list.children].filter((item) => item instanceof HTMLElement)
}
