import DotsSix from '@phosphor-icons/core/regular/dots-six-vertical.svg?react'
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useState, type ReactNode } from 'react'
import { useLanguage } from '../../src/app/core/language/use-language.ts'
import { useOfflineProps } from '../../src/app/ui/use-offline-props.ts'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { nameIn, useTexts } from './portal-context.ts'

/** An entry of a list that is sorted. */
export interface Entry {
  readonly id: string
  readonly name: string
  readonly englishName: string
}

const POINTER = { activationConstraint: { distance: 6 } }

/** Entries that are sorted by their handles: by mouse, touch, and by keys (Space, arrows, Space). `onSort` stores the order, and says itself when it was refused. */
export function SortableList<E extends Entry>({
  label,
  entries,
  children,
  onSort,
}: {
  label: string
  entries: readonly E[]
  children: (entry: E) => ReactNode
  onSort: (ids: string[]) => Promise<unknown>
}) {
  const t = useTexts()
  const language = useLanguage()
  /** The order until the server has answered. */
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, POINTER),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = draft ?? entries.map(({ id }) => id)
  const shown = ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? [])
  const nameOf = (id: string | number) => {
    const entry = entries.find((one) => one.id === id)
    return entry ? nameIn(entry, language) : ''
  }
  const placeOf = (id: string | number) => ({ name: nameOf(id), place: ids.indexOf(String(id)) + 1, count: ids.length })
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('sort.start', placeOf(active.id)),
    // Over itself at the start, which would hide that it was picked up.
    onDragOver: ({ active, over }) =>
      over && over.id !== active.id ? t('sort.over', { ...placeOf(over.id), name: nameOf(active.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      over ? t('sort.end', { ...placeOf(over.id), name: nameOf(active.id) }) : undefined,
    onDragCancel: ({ active }) => t('sort.cancel', placeOf(active.id)),
  }

  const drop = async (active: string, over: string) => {
    const next = arrayMove([...ids], ids.indexOf(active), ids.indexOf(over))
    setDraft(next)
    await onSort(next).catch(() => {})
    setDraft(null)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('sort.hint') } }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) void drop(String(active.id), String(over.id))
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <ul aria-label={label}>
          {shown.map((entry) => (
            <SortableRow key={entry.id} entry={entry} label={t('sort.move', { name: nameIn(entry, language) })}>
              {children(entry)}
            </SortableRow>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function SortableRow({ entry, label, children }: { entry: Entry; label: string; children: ReactNode }) {
  const offline = useOfflineProps(true, 'onClick')
  const t = useTexts()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: entry.id,
    disabled: offline !== null,
    attributes: { roleDescription: t('sort.role') },
  })
  const style = {
    transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
    transition,
  }
  return (
    <li ref={setNodeRef} className="ad-entry" data-held={isDragging || undefined} style={style}>
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="k-button k-button--icon ad-handle"
        {...attributes}
        {...listeners}
        aria-label={label}
        {...offline}
      >
        <Icon svg={DotsSix} />
      </button>
      {children}
    </li>
  )
}
