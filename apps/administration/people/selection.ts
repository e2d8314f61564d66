import { createContext, useContext, useMemo, useState } from 'react'
import type { PersonKey, PersonRow } from '../../../contract/endpoints/people/people.ts'

/** What the bar of a selection has to know of a person. */
export type Selected = Pick<PersonRow, 'kind' | 'id' | 'userType' | 'realName' | 'englishName' | 'active'>

export interface Selection {
  readonly people: ReadonlyMap<string, Selected>
  /** Adds people, or takes them out. */
  readonly set: (people: readonly Selected[], isSelected: boolean) => void
  readonly clear: () => void
}

export const keyOf = ({ kind, id }: PersonKey): string => `${kind}/${id}`

/** The people as they are sent. */
export const keysOf = (people: Iterable<PersonKey>): PersonKey[] => [...people].map(({ kind, id }) => ({ kind, id }))

/** A selection that outlives pages, filters and a look at one person. */
export function useNewSelection(): Selection {
  const [people, setPeople] = useState<ReadonlyMap<string, Selected>>(new Map())
  return useMemo(
    () => ({
      people,
      set: (changed, isSelected) =>
        setPeople((before) => {
          const after = new Map(before)
          for (const person of changed) {
            if (isSelected) after.set(keyOf(person), person)
            else after.delete(keyOf(person))
          }
          return after
        }),
      clear: () => setPeople(new Map()),
    }),
    [people],
  )
}

export const SelectionContext = createContext<Selection | null>(null)

/** Throws outside of the pages. */
export function useSelection(): Selection {
  const selection = useContext(SelectionContext)
  if (!selection) throw new Error('a list stands outside of its SelectionContext')
  return selection
}
