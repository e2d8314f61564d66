import { useDroppable } from '@dnd-kit/core'
import { defaultAnimateLayoutChanges, rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { GROUP_CODES, type GroupCode, type IconGroups } from '../../../../../contract/endpoints/desktop/desktop.ts'

type Grid = RefObject<HTMLElement | null>

/** The listeners of the sortable icons, by code. */
export type PressListeners = Map<string, ReturnType<typeof useSortable>['listeners']>

const TRANSITION = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' }

/**
 * Makes the icons near the viewport sortable, beside the grid that draws them. Not all of them: dnd-kit draws every sortable again with each step, which
 * takes too long with a thousand.
 */
export function Sortables({
  grid,
  shown,
  drawn,
  held,
  listeners,
}: {
  grid: Grid
  shown: IconGroups
  /** The number of icons in the grid. */
  drawn: number
  held: string | null
  listeners: PressListeners
}) {
  const near = useNearIcons(grid, shown, drawn)
  const groups = useMemo(
    () =>
      GROUP_CODES.map((group) => {
        const icons = shown.find(({ code }) => code === group)?.iconVMs ?? []
        return { group, codes: icons.map(({ code }) => code) }
      }),
    [shown],
  )
  return groups.map(({ group, codes }) => (
    <SortableContext key={group} id={group} items={codes} strategy={rectSortingStrategy}>
      <DropList grid={grid} group={group} near={near} />
      {codes.map(
        (code) =>
          (near.has(code) || code === held) && (
            <SortableIcon key={code} grid={grid} code={code} listeners={listeners} />
          ),
      )}
    </SortableContext>
  ))
}

/** The codes of the icons that are at most half a viewport away. */
function useNearIcons(grid: Grid, shown: IconGroups, drawn: number): ReadonlySet<string> {
  const [near, setNear] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const after = new Set(before)
          for (const { target, isIntersecting } of entries) {
            const code = target.querySelector<HTMLElement>('[data-app-code]')?.dataset['appCode'] ?? ''
            if (isIntersecting) after.add(code)
            else after.delete(code)
          }
          return after
        }),
      { rootMargin: '50% 0px' },
    )
    for (const item of grid.current?.querySelectorAll('[data-group] > li') ?? []) observer.observe(item)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- an order or more icons bring elements that are not observed yet
  }, [grid, shown, drawn])
  return near
}

/** The list of a group. A growing one moves those below, which are then measured again. */
function DropList({ grid, group, near }: { grid: Grid; group: GroupCode; near: ReadonlySet<string> }) {
  const { setNodeRef } = useDroppable({
    id: group,
    resizeObserverConfig: { updateMeasurementsFor: [...GROUP_CODES, ...near] },
  })

  // Without dependencies: lists without icons come and go with arranging.
  useLayoutEffect(() => setNodeRef(grid.current?.querySelector<HTMLElement>(`[data-group=${group}]`) ?? null))
  return null
}

const SortableIcon = memo(function SortableIcon({
  grid,
  code,
  listeners: all,
}: {
  grid: Grid
  code: string
  listeners: PressListeners
}) {
  const element = useRef<HTMLElement | null>(null)
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: code,
    transition: TRANSITION,
    animateLayoutChanges: (args) => !args.isDragging && defaultAnimateLayoutChanges(args),
  })

  // In another group it is another element, and this another component.
  useLayoutEffect(() => {
    const link = grid.current?.querySelector(`[data-app-code=${CSS.escape(code)}]`)
    const item = link?.parentElement ?? null
    element.current = item
    setNodeRef(item)
    return () => {
      item?.removeAttribute('style')
      item?.removeAttribute('data-held')
    }
  }, [grid, code, setNodeRef])

  useLayoutEffect(() => {
    const item = element.current
    if (!item) return
    item.style.transform = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : ''
    item.style.transition = transition ?? ''
    item.toggleAttribute('data-held', isDragging)
  }, [transform, transition, isDragging])

  useEffect(() => {
    all.set(code, listeners)
    return () => void all.delete(code)
  }, [all, code, listeners])
  return null
})
