import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Entry } from './entries.ts'
import type { MoveTarget } from './use-entry-actions.ts'

/** Says that a drag is one of entries, for other windows too, which have no use for it. */
const TYPE = 'application/x-portal-entries'

export interface RowDrag {
  readonly entries: readonly Entry[]
  readonly selected: readonly Entry[]
  /** The folder that is shown: what is dragged is in it. */
  readonly current: string | null
  /** The folders of the path, the top first. */
  readonly folders: readonly MoveTarget[]
  /** Null without the permission. */
  readonly onMove: ((entries: readonly Entry[], target: MoveTarget) => void) | null
}

/**
 * Rows are dragged onto folders of the list or of the path, which are marked by `data-drop`; a selected row takes the selection along. For all rows at
 * once, because there may be thousands. By keyboard and finger the dialog does the same.
 */
export function useRowDrag(root: RefObject<HTMLElement | null>, drag: RowDrag): void {
  const taken = useEffectEvent((target: EventTarget | null): readonly Entry[] => {
    const id = target instanceof Element ? target.closest('[data-entry]')?.getAttribute('data-entry') : null
    const entry = drag.entries.find((one) => one.id === id && !one.arriving)
    if (!entry || !drag.onMove) return []
    return drag.selected.includes(entry) ? drag.selected : [entry]
  })
  const targetOf = useEffectEvent((element: Element | null, dragged: readonly Entry[]): MoveTarget | null => {
    const given = element?.getAttribute('data-drop')
    if (given === null || given === undefined) return null
    const id = given === '' ? null : given
    if (id === drag.current || dragged.some((entry) => entry.id === id)) return null
    return [...drag.folders, ...drag.entries].find((folder) => folder.id === id) ?? null
  })
  const move = useEffectEvent((dragged: readonly Entry[], target: MoveTarget) => drag.onMove?.(dragged, target))

  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    let dragged: readonly Entry[] = []
    let over: Element | null = null
    const mark = (next: Element | null) => {
      if (over === next) return
      over?.removeAttribute('data-over')
      over = next
      over?.setAttribute('data-over', '')
    }
    const end = () => {
      mark(null)
      dragged = []
      element.removeAttribute('data-dragging')
    }
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener(
      'dragstart',
      (event) => {
        dragged = taken(event.target)
        const [first] = dragged
        if (!first || !event.dataTransfer) return
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData(TYPE, '')
        event.dataTransfer.setData('text/plain', dragged.map(({ name }) => name).join('\n'))
        const picture = dragPicture(first.name, dragged.length)
        event.dataTransfer.setDragImage(picture, -12, 16)
        // The browser has copied it after this task.
        setTimeout(() => picture.remove())
        element.setAttribute('data-dragging', '')
      },
      { signal },
    )
    element.addEventListener(
      'dragover',
      (event) => {
        if (dragged.length === 0) return
        const place = event.target instanceof Element ? event.target.closest('[data-drop]') : null
        const target = targetOf(place, dragged)
        mark(target ? place : null)
        if (!target || !event.dataTransfer) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      },
      { signal },
    )
    element.addEventListener(
      'drop',
      (event) => {
        const target = targetOf(over, dragged)
        if (!target) return
        event.preventDefault()
        const moved = dragged
        end()
        move(moved, { id: target.id, name: target.name })
      },
      { signal },
    )
    // Also where the row was taken away meanwhile.
    window.addEventListener('dragend', end, { signal })
    return () => listening.abort()
  }, [root])
}

function dragPicture(name: string, count: number): HTMLElement {
  const picture = document.createElement('div')
  picture.className = 'f-dragged'
  picture.textContent = name
  if (count > 1) {
    const number = document.createElement('b')
    number.textContent = String(count)
    picture.append(number)
  }
  document.body.append(picture)
  return picture
}
