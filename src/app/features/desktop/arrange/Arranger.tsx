import './arrange.css'
import '../desktop-texts.ts'
import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragMoveEvent,
} from '@dnd-kit/core'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { IconGroups, UnreadCodeCounts } from '../../../../../contract/endpoints/desktop/desktop.ts'
import type { Theme } from '../../../../../contract/rules/themes.ts'
import { orderOf } from '../../../../../contract/rules/arrange-icons.ts'
import Reset from '@phosphor-icons/core/regular/arrow-counter-clockwise.svg?react'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { Button } from '../../../ui/Button.tsx'
import { desktop } from '../desktop-store.ts'
import { IconPicture } from '../AppIcon.tsx'
import { iconName } from '../visible-icons.ts'
import { slotAt, slotBeside, type Direction, type Point } from './find-slot.ts'
import { Grip } from './Grip.tsx'
import { KeySensor } from './key-sensor.ts'
import { moveIcon, slotOf } from './move-icon.ts'
import { changeOrder, keepPending, resetOrder, savePending } from './save-order.ts'
import { readPlaces, slideFrom } from './slide.ts'

const MOUSE = { activationConstraint: { distance: 6 } }
const TOUCH = { activationConstraint: { delay: 300, tolerance: 8 } }

/**
 * Moves icons by mouse, by a long press, and by keys while arranging. Listens to the grid as a whole; `onDraft` gets the order of the icons while one
 * is held.
 */
export default function Arranger({
  grid,
  visible,
  shown,
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
  const [held, setHeld] = useState<string | null>(null)
  const before = useRef<Map<string, DOMRect>>(new Map())
  const lift = useRef<{ follow: (offset: Point) => void; from: DOMRect } | null>(null)
  const heldIcon = held === null ? undefined : shown.flatMap(({ iconVMs }) => iconVMs).find(({ code }) => code === held)
  const latest = useLatest({ shown, held, arranging })

  useEffect(() => {
    let current = true
    if (online) void keepPending(userId).then(() => (current ? savePending() : undefined))
    return () => {
      current = false
    }
  }, [online, userId])

  const move = (next: IconGroups | null) => {
    if (!grid.current || !next || next === latest.current.shown) return
    keepHeights(grid.current)
    before.current = readPlaces(grid.current)
    onDraft(next)
  }

  // The other icons slide, and an icon held by keys stays visible.
  useLayoutEffect(() => {
    if (held === null || !grid.current) return
    markHeld(grid.current, held)
    slideFrom(grid.current, before.current, held)
    before.current = new Map()
    const item = itemOf(grid.current, held)
    if (!lift.current || !item) return
    item.scrollIntoView({ block: 'nearest' })
    item.querySelector('a')?.focus({ preventScroll: true })
    const { left, top } = item.getBoundingClientRect()
    lift.current.follow({ x: left - lift.current.from.left, y: top - lift.current.from.top })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `shown` triggers it: each move draws other places
  }, [shown, held, grid])

  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeySensor, {
      lifts: () => latest.current.arranging,
      step(direction: Direction) {
        const { shown: now, held: code } = latest.current
        const from = code === null ? null : slotOf(now, code)
        const to = from && grid.current && slotBeside(grid.current, from, direction)
        if (code !== null && to) move(moveIcon(now, code, to))
      },
      onLift(follow: (offset: Point) => void) {
        const item = itemOf(grid.current, latest.current.held ?? pressed.current)
        if (item) lift.current = { follow, from: item.getBoundingClientRect() }
      },
    }),
  )
  const pressed = useRef<string | null>(null)

  const start = () => {
    setHeld(pressed.current)
    // Groups may grow during a move and shrink only after it, so that nothing moves away from under the pointer.
    keepHeights(grid.current)
  }
  const over = ({ active, activatorEvent }: DragMoveEvent) => {
    const { translated } = active.rect.current
    if (activatorEvent instanceof KeyboardEvent || !translated || !grid.current || held === null) return
    const centre = { x: translated.left + translated.width / 2, y: translated.top + translated.height / 2 }
    const slot = slotAt(grid.current, centre)
    const own = slotOf(shown, held)
    if (!slot || !own) return
    const length = shown.find(({ code }) => code === slot.group)?.iconVMs.length ?? 0
    const index = slot.group === own.group ? Math.min(slot.index, length - 1) : slot.index
    move(moveIcon(shown, held, { group: slot.group, index }))
  }
  const end = () => {
    const order = orderOf(shown)
    putDown()
    if (JSON.stringify(order) === JSON.stringify(orderOf(visible))) onDraft(null)
    else void changeOrder(order)
  }
  const cancel = () => {
    putDown()
    onDraft(null)
  }
  const putDown = () => {
    for (const list of lists(grid.current)) list.style.minHeight = ''
    grid.current?.querySelector('[data-held]')?.removeAttribute('data-held')
    lift.current = null
    setHeld(null)
  }

  const name = heldIcon ? iconName(heldIcon, language) : ''
  const place = () => {
    const slot = held === null ? null : slotOf(latest.current.shown, held)
    const count = latest.current.shown.find(({ code }) => code === slot?.group)?.iconVMs.length ?? 0
    return slot && { name, group: shell(`groups.${slot.group}`), place: slot.index + 1, count }
  }
  const announcements = {
    onDragStart: () => {
      const icon = visible.flatMap(({ iconVMs }) => iconVMs).find(({ code }) => code === pressed.current)
      return icon && t('lifted', { name: iconName(icon, language) })
    },
    onDragMove: () => {
      const now = lift.current && place()
      return now ? t('movedTo', now) : undefined
    },
    onDragOver: () => undefined,
    onDragEnd: () => {
      const now = place()
      return now ? t('dropped', now) : undefined
    },
    onDragCancel: () => t('cancelled', { name }),
  }

  return (
    <>
      {arranging && <ArrangeBar onDone={onDone} />}
      <DndContext
        sensors={sensors}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('arrange.hint') } }}
        onDragStart={start}
        onDragMove={over}
        onDragEnd={end}
        onDragCancel={cancel}
      >
        <Grip grid={grid} pressed={pressed} arranging={arranging} />
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
  const [busy, setBusy] = useState(false)
  const back = async () => {
    if (desktop.state.status !== 'live') return
    setBusy(true)
    await resetOrder(desktop.state.data.me)
    setBusy(false)
  }
  return (
    <div className="d-arrange-bar" role="group" aria-label={t('arrange.title')}>
      <p role="status">{t('arrange.hint')}</p>
      <Button
        icon={Reset}
        kind="quiet"
        busy={busy}
        disabled={!online}
        title={online ? undefined : t('arrange.resetOffline')}
        onClick={() => void back()}
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

function keepHeights(grid: HTMLElement | null): void {
  const heights = lists(grid).map((list) => ({ list, height: `${list.offsetHeight}px` }))
  for (const { list, height } of heights) if (list.style.minHeight !== height) list.style.minHeight = height
}

function itemOf(grid: HTMLElement | null, code: string | null): HTMLElement | null {
  if (!grid || code === null) return null
  return grid.querySelector<HTMLElement>(`[data-app-code=${CSS.escape(code)}]`)?.parentElement ?? null
}

function markHeld(grid: HTMLElement, code: string): void {
  const item = itemOf(grid, code)
  const marked = grid.querySelector('[data-held]')
  if (marked !== item) marked?.removeAttribute('data-held')
  item?.setAttribute('data-held', '')
}

/** Gives listeners that are registered once the current value. */
function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}
