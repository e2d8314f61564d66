import type { Slip } from '../../../../contract/endpoints/people/people.ts'

export interface SlipGroup {
  /** Null for people without a class or department. */
  readonly place: Slip['place']
  readonly slips: readonly Slip[]
}

/** Slips by their class, in the order in which the classes come; those without one at the end. */
export function groupSlips(slips: readonly Slip[]): SlipGroup[] {
  const groups = new Map<string | null, { place: Slip['place']; slips: Slip[] }>()
  for (const slip of slips) {
    const name = slip.place?.name ?? null
    const group = groups.get(name) ?? { place: slip.place, slips: [] }
    group.slips.push(slip)
    groups.set(name, group)
  }
  return [...groups.values()].toSorted((a, b) => Number(a.place === null) - Number(b.place === null))
}
