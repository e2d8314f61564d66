import * as z from 'zod/mini'
import type { PeopleQuery } from './people-query.ts'

/** The columns that can be chosen, in their order; the name always comes first. */
export const PEOPLE_COLUMNS = ['type', 'number', 'place', 'loginName', 'sex', 'lastSignIn', 'password'] as const
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number]

export const USUAL_COLUMNS: readonly PeopleColumn[] = ['type', 'number', 'place', 'loginName', 'lastSignIn', 'password']

/** As a device remembers them; an unknown column makes all of it invalid. */
export const chosenColumns = z.array(z.literal(PEOPLE_COLUMNS))

/** The order by a column, where there is one. */
export const SORT_OF: { readonly [Column in PeopleColumn | 'name']?: PeopleQuery['sort'] } = {
  name: 'name',
  number: 'number',
  place: 'place',
  lastSignIn: 'lastSignIn',
}
