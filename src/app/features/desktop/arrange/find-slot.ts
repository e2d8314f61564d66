import type { Active, CollisionDetection, Over, UniqueIdentifier } from '@dnd-kit/core'
import { hasSortableData } from '@dnd-kit/sortable'
import { GROUP_CODES, type GroupCode, type IconGroups } from '../../../../../contract/endpoints/desktop/desktop.ts'
import { slotOf, type Slot } from './move-icon.ts'

/** The group of a list's id; undefined for an icon's. */
const groupOf = (id: UniqueIdentifier | undefined): GroupCode | undefined => GROUP_CODES.find((code) => code === id)

/** How far a position is outside of a range. */
const outside = (from: number, to: number, at: number): number => Math.max(from - at, 0, at - to)

/**
 * What an icon is held over: the nearest group, in it the nearest row, and there the nearest icon; or a list without icons. By the distance alone, an icon
 * beside a short last row would be over the row above. By keys the held icon is drawn where it goes, and is over itself.
 */
export const findOver: CollisionDetection = ({
  active,
  collisionRect,
  droppableContainers,
  droppableRects,
  pointerCoordinates,
}) => {
  if (!pointerCoordinates) return [{ id: active.id }]
  const x = collisionRect.left + collisionRect.width / 2
  const y = collisionRect.top + collisionRect.height / 2
  const targets = droppableContainers.flatMap((container) => {
    const rect = droppableRects.get(container.id)
    if (!rect) return []
    const [beside, above] = [outside(rect.left, rect.right, x), outside(rect.top, rect.bottom, y)]
    const list = hasSortableData(container) ? container.data.current.sortable.containerId : null
    const fromCentre = Math.abs(rect.left + rect.width / 2 - x)
    return { id: container.id, list, above, fromCentre, distance: Math.hypot(beside, above) }
  })
  const [list] = targets.filter(({ id }) => groupOf(id)).toSorted((one, other) => one.distance - other.distance)
  const [icon = list] = targets
    .filter((target) => target.list === list?.id)
    .toSorted((one, other) => one.above - other.above || one.fromCentre - other.fromCentre)
  return icon ? [{ id: icon.id }] : []
}

/** The slot of an icon that is put down over another one or over a list. Behind the last icon of another group there is one more. */
export function slotOver(groups: IconGroups, active: Active, over: Over): Slot | null {
  const group = groupOf(over.id)
  if (group) return { group, index: 0 }
  const slot = slotOf(groups, String(over.id))
  if (!slot || slot.group === slotOf(groups, String(active.id))?.group) return slot
  const { translated } = active.rect.current
  const isLast = slot.index + 1 === groups.find(({ code }) => code === slot.group)?.iconVMs.length
  const isBehind = translated !== null && translated.left + translated.width / 2 > over.rect.right
  return { group: slot.group, index: slot.index + (isLast && isBehind ? 1 : 0) }
}

/** A place that keys go to: an icon's, or a list without icons. */
interface Place extends Slot {
  readonly rect: DOMRect
  readonly list: DOMRect
}

/**
 * The slot one step from an icon's own: left and right as the icons are read; up and down the nearest one of the next row, or over the edge of the group
 * in the next group. Null at the very edge. dnd-kit's own keys stay in a row, and skip icons where rows differ by half a pixel.
 */
export function slotBeside(grid: HTMLElement, from: Slot, key: string): Slot | null {
  const places = [...grid.querySelectorAll<HTMLElement>('[data-group]')].flatMap(placesOf)
  const at = places.findIndex(({ group, index }) => group === from.group && index === from.index)
  const own = places[at]
  if (!own) return null
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const next = places[at + (key === 'ArrowRight' ? 1 : -1)]
    if (!next || next.group === from.group || key === 'ArrowRight' || next.rect === next.list) return next ?? null
    return { group: next.group, index: next.index + 1 }
  }
  const away = (rect: DOMRect, here: DOMRect) => (key === 'ArrowDown' ? rect.top - here.bottom : here.top - rect.bottom)
  const rank = ({ rect, list }: Place) => [
    away(list, own.list),
    outside(list.left, list.right, own.rect.left + own.rect.width / 2),
    away(rect, own.rect),
    Math.abs(rect.left - own.rect.left),
  ]
  const isBeyond = ({ group, rect, list }: Place) =>
    group === from.group ? away(rect, own.rect) > -1 : away(list, own.list) > -1
  const beyond = places.filter(isBeyond)
  const inGroup = beyond.filter(({ group }) => group === from.group)
  const [next] = (inGroup.length > 0 ? inGroup : beyond).toSorted((one, other) => compare(rank(one), rank(other)))
  return next ?? null
}

/** Compares the first whole pixels that differ. */
function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((pixels, at) => Math.round(pixels - (other[at] ?? 0))).find((difference) => difference !== 0) ?? 0
}

/** The places of a list. Offsets ignore transforms: an icon that is sliding counts at its destination. */
function placesOf(element: HTMLElement): Place[] {
  const group = groupOf(element.dataset['group'])
  if (!group) return []
  const list = element.getBoundingClientRect()
  const items = [...element.children].filter((item) => item instanceof HTMLElement)
  if (items.length === 0) return [{ group, index: 0, rect: list, list }]
  const [x, y] = [list.left - element.offsetLeft, list.top - element.offsetTop]
  return items.map((item, index) => {
    const rect = new DOMRect(x + item.offsetLeft, y + item.offsetTop, item.offsetWidth, item.offsetHeight)
    return { group, index, rect, list }
  })
}
