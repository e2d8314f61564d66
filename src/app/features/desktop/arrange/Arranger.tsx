import './arrange.css'
import '../desktop-texts.ts'
import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { IconGroups, UnreadCodeCounts } from '../../../../../contract/endpoints/desktop/desktop.ts'
import type { Theme } from '../../../../../contract/rules/appearance/themes.ts'
import { orderOf } from '../../../../../contract/rules/desktop/arrange-icons.ts'
import Reset from '@phosphor-icons/core/regular/arrow-counter-clockwise.svg?react'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { useChange } from '../../../core/query/use-change.ts'
import { Button } from '../../../ui/Button.tsx'
import { desktopState } from '../desktop-store.ts'
import { IconPicture } from '../AppIcon.tsx'
import { iconName } from '../visible-icons.ts'
import { findOver, slotBeside, slotOver } from './find-slot.ts'
import { moveIcon, slotOf } from './move-icon.ts'
import { changeOrder, isSame, keepPending, resetOrder, savePending } from './save-order.ts'
import { Sortables, type PressListeners } from './Sortables.tsx'
import { usePresses } from './use-presses.ts'

const MOUSE = { activationConstraint: { distance: 6 } }
const TOUCH = { activationConstraint: { delay: 300, tolerance: 8 } }
const START = ['Space', 'Enter', 'NumpadEnter']
const KEYS = { start: START, cancel: ['Escape'], end: [...START, 'Tab'] }

/**
 * Moves icons by mouse, by a long press, and by keys while arranging. Listens to the grid as a whole; `onDraft` gets the order of the icons while one
 * is held.
 */
export default function Arranger({
  grid,
  visible,
  shown,
  drawn,
  arranging,
  userId,
  counts,
  theme,
  onDraft,
  onDone,
}: {
  grid: RefObject<HTMLElement | null>
  visible: IconGroups
  shown: IconGroups
  /** The number of icons in the grid. */
  drawn: number
  arranging: boolean
  userId: string
  counts: UnreadCodeCounts
  theme: Theme | null
  onDraft: (draft: IconGroups | null) => void
  onDone: () => void
}) {
  const { t } = useTranslation('desktop')
  const { t: shell } = useTranslation('shell')
  const language = useLanguage()
  const online = useOnline()
  const [held, setHeld] = useState<{ code: string; byKeys: boolean } | null>(null)
  const heldIcon = findIcon(shown, held?.code)
  const [listeners] = useState<PressListeners>(() => new Map())
  const said = useRef('')
  // The sensor keeps the getter that it began with.
  const latest = useRef(shown)
  useLayoutEffect(() => {
    latest.current = shown
  }, [shown])
  /** Draws the held icon one step on, and returns where it is then. */
  const step: KeyboardCoordinateGetter = (event, { active }) => {
    const code = String(active)
    const from = slotOf(latest.current, code)
    const to = grid.current && from && event.code.startsWith('Arrow') && slotBeside(grid.current, from, event.code)
    if (!to) return undefined
    event.preventDefault()
    flushSync(() => draw(moveIcon(latest.current, code, to)))
    const link = grid.current?.querySelector<HTMLElement>(`[data-app-code=${CSS.escape(code)}]`)
    link?.focus({ preventScroll: true })
    link?.parentElement?.scrollIntoView({ block: 'nearest' })
    const { left: x, top: y } = link?.parentElement?.getBoundingClientRect() ?? new DOMRect()
    return { x, y }
  }
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, { keyboardCodes: KEYS, coordinateGetter: step, scrollBehavior: 'auto' }),
  )
  usePresses(grid, listeners, { arranging, dragging: held !== null })

  useEffect(() => {
    let current = true
    if (online) void keepPending(userId).then(() => (current ? savePending() : undefined))
    return () => {
      current = false
    }
  }, [online, userId])

  const draw = (groups: IconGroups) => {
    keepHeights(grid.current)
    onDraft(groups)
  }
  /** The groups with the held icon where it would be put down. */
  const groupsAfter = ({ active, over }: Pick<DragOverEvent, 'active' | 'over'>): IconGroups => {
    const slot = over && slotOver(shown, active, over)
    return slot ? moveIcon(shown, String(active.id), slot) : shown
  }
  const start = ({ active, activatorEvent }: DragStartEvent) => {
    setHeld({ code: String(active.id), byKeys: activatorEvent instanceof KeyboardEvent })
    keepHeights(grid.current)
  }
  // Within a group dnd-kit moves the icons; another group draws the held one.
  const over = (event: DragOverEvent) => {
    const [code, after] = [String(event.active.id), groupsAfter(event)]
    if (slotOf(after, code)?.group === slotOf(shown, code)?.group) return
    draw(after)
  }
  const end = (event: DragEndEvent) => {
    const after = groupsAfter(event)
    const order = orderOf(after)
    const isMoved = !isSame(order, orderOf(visible))
    putDown(isMoved ? after : null)
    if (isMoved) void changeOrder(order)
  }
  const putDown = (groups: IconGroups | null) => {
    for (const list of lists(grid.current)) list.style.minHeight = ''
    setHeld(null)
    onDraft(groups)
  }

  const nameOf = (code: string) => {
    const icon = findIcon(visible, code)
    return icon ? iconName(icon, language) : ''
  }
  const describe = (text: 'movedTo' | 'dropped', event: Pick<DragOverEvent, 'active' | 'over'>) => {
    const [code, after] = [String(event.active.id), groupsAfter(event)]
    const slot = slotOf(after, code)
    if (!slot) return ''
    const count = after.find((group) => group.code === slot.group)?.iconVMs.length ?? 0
    return t(text, { name: nameOf(code), group: shell(`groups.${slot.group}`), place: slot.index + 1, count })
  }
  const announcements = {
    onDragStart: ({ active }: Pick<DragStartEvent, 'active'>) => {
      said.current = describe('movedTo', { active, over: null })
      return t('lifted', { name: nameOf(String(active.id)) })
    },
    onDragOver: () => undefined,
    onDragMove: (event: Pick<DragOverEvent, 'active' | 'over'>) => {
      const text = describe('movedTo', event)
      if (!held?.byKeys || text === said.current) return undefined
      said.current = text
      return text
    },
    onDragEnd: (event: Pick<DragOverEvent, 'active' | 'over'>) => describe('dropped', event),
    onDragCancel: ({ active }: Pick<DragOverEvent, 'active'>) => t('cancelled', { name: nameOf(String(active.id)) }),
  }

  return (
    <>
      {arranging && <ArrangeBar onDone={onDone} />}
      <DndContext
        sensors={sensors}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('arrange.hint') } }}
        collisionDetection={findOver}
        onDragStart={start}
        onDragOver={over}
        onDragEnd={end}
        onDragCancel={() => putDown(null)}
      >
        <Sortables grid={grid} shown={shown} drawn={drawn} held={held?.code ?? null} listeners={listeners} />
        <DragOverlay className="d-lifted" dropAnimation={null}>
          {heldIcon && (
            <div className="d-icon" aria-hidden="true">
              <IconPicture icon={heldIcon} counts={counts} language={language} theme={theme} pictured t={shell} />
            </div>
          )}
        </DragOverlay>
      </DndContext>
    </>
  )
}

function ArrangeBar({ onDone }: { onDone: () => void }) {
  const online = useOnline()
  const { t } = useTranslation('desktop')
  const reset = useChange(
    async () => {
      const desktop = desktopState()
      if (desktop.status === 'live') await resetOrder(desktop.data.me)
    },
    { renews: [] },
  )
  return (
    <div className="k-raised d-arrange-bar" role="group" aria-label={t('arrange.title')}>
      <p role="status">{t('arrange.hint')}</p>
      <Button
        icon={Reset}
        kind="quiet"
        busy={reset.isPending}
        needsNetwork
        title={online ? undefined : t('arrange.resetOffline')}
        onClick={() => reset.mutate()}
      >
        {t('arrange.reset')}
      </Button>
      <Button kind="primary" onClick={onDone}>
        {t('arrange.done')}
      </Button>
    </div>
  )
}

function lists(grid: HTMLElement | null): HTMLElement[] {
  return grid ? [...grid.querySelectorAll<HTMLElement>('[data-group]')] : []
}

/** Groups may grow during a move and shrink only after it, so that nothing moves away from under the pointer. */
function keepHeights(grid: HTMLElement | null): void {
  const heights = lists(grid).map((list) => ({ list, height: `${list.offsetHeight}px` }))
  for (const { list, height } of heights) if (list.style.minHeight !== height) list.style.minHeight = height
}

function findIcon(groups: IconGroups, code: string | undefined) {
  return groups.flatMap(({ iconVMs }) => iconVMs).find((icon) => icon.code === code)
}
