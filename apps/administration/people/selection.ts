import { createContext, useContext } from 'react'
import type { PersonKey, PersonRow } from '../../../contract/endpoints/people/people.ts'
import type { Selection } from '../../../src/app/ui/list/use-selection.ts'

/** What the bar of a selection has to know of a person. */
export type Selected = Pick<PersonRow, 'kind' | 'id' | 'userType' | 'realName' | 'englishName' | 'active'>

export const keyOf = ({ kind, id }: PersonKey): string => `${kind}/${id}`

/** The people as they are sent. */
export const keysOf = (people: Iterable<PersonKey>): PersonKey[] => [...people].map(({ kind, id }) => ({ kind, id }))

export const SelectionContext = createContext<Selection<Selected> | null>(null)

/** The people who are selected, who stay so while one of them is looked at. Throws outside of the pages. */
export function useSelectedPeople(): Selection<Selected> {
  const selection = useContext(SelectionContext)
  if (!selection) throw new Error('a list stands outside of its SelectionContext')
  return selection
}
