/** The selected entries of a list. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Where a range begins: the entry that was selected last by itself. */
  readonly anchor: string | null
}

export const NOTHING: Selection = { ids: new Set(), anchor: null }

export function only(id: string): Selection {
  return { ids: new Set([id]), anchor: id }
}

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** All from the anchor to an entry, in the order of the list; without an anchor the entry alone. */
export function extended({ anchor }: Selection, id: string, order: readonly string[]): Selection {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)]
  if (from < 0 || to < 0) return only(id)
  return { ids: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor }
}

export function everything(order: readonly string[]): Selection {
  return { ids: new Set(order), anchor: order[0] ?? null }
}

/** The entry nearest to those that go: the next one that stays, else the one before. */
export function neighbourOf<T extends { readonly id: string }>(
  entries: readonly T[],
  going: readonly T[],
): T | undefined {
  const ids = new Set(going.map(({ id }) => id))
  const position = entries.findIndex(({ id }) => ids.has(id))
  const stays = ({ id }: T) => !ids.has(id)
  return entries.slice(Math.max(0, position)).find(stays) ?? entries.findLast(stays)
}
