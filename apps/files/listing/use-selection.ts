import { useMemo, useState } from 'react'
import { everything, extended, NOTHING, only, toggled, type Selection } from './selection.ts'

/** The selected entries of a folder; another folder begins without any, and entries that are gone are none. */
export function useSelection<Entry extends { readonly id: string; readonly arriving?: true }>(
  folderId: string | null,
  entries: readonly Entry[] | null,
) {
  const [held, setHeld] = useState({ of: folderId, selection: NOTHING })
  const selection = held.of === folderId ? held.selection : NOTHING
  const selected = useMemo(() => (entries ?? []).filter(({ id }) => selection.ids.has(id)), [entries, selection])
  const ids = useMemo((): ReadonlySet<string> => new Set(selected.map(({ id }) => id)), [selected])
  const order = () => (entries ?? []).filter(({ arriving }) => !arriving).map(({ id }) => id)
  const change = (next: (now: Selection) => Selection) => {
    setHeld((before) => ({ of: folderId, selection: next(before.of === folderId ? before.selection : NOTHING) }))
  }
  return {
    selected,
    ids,
    select: ({ id }: { readonly id: string }, how: 'only' | 'toggle' | 'extend'): void => {
      change((now) => (how === 'only' ? only(id) : how === 'toggle' ? toggled(now, id) : extended(now, id, order())))
    },
    /** All that are loaded. */
    selectAll: () => change(() => everything(order())),
    clear: () => change(() => NOTHING),
  }
}
