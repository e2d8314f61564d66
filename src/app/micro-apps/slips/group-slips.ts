import type { CodeSlip } from '../../../../contract/endpoints/people/guardian-codes.ts'
import type { Slip } from '../../../../contract/endpoints/people/people.ts'

/** A first password for its person, or a code for a pupil's guardians: cut apart, since they go to different hands. */
export type PaperSlip = Slip | CodeSlip

export interface SlipGroup {
  /** Null for people without a class or department. */
  readonly place: Slip['place']
  readonly slips: readonly PaperSlip[]
}

/** Slips by their class, in the order in which the classes come; those without one at the end. */
export function groupSlips(slips: readonly PaperSlip[]): SlipGroup[] {
  const groups = new Map<string | null, { place: Slip['place']; slips: PaperSlip[] }>()
  for (const slip of slips) {
    const name = slip.place?.name ?? null
    const group = groups.get(name) ?? { place: slip.place, slips: [] }
    group.slips.push(slip)
    groups.set(name, group)
  }
  return [...groups.values()].toSorted((a, b) => Number(a.place === null) - Number(b.place === null))
}
