import * as z from 'zod/mini'
import type { PersonRow } from '../../../contract/endpoints/people/people.ts'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import type { Column } from '../../../src/app/ui/list/columns.ts'
import { useLocale } from '../portal-context.ts'

/** The columns that can be chosen, in their order; the name always comes first. */
export const PEOPLE_COLUMNS = ['type', 'number', 'place', 'loginName', 'sex', 'lastSignIn', 'password'] as const
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number]

export const USUAL_COLUMNS: readonly PeopleColumn[] = ['type', 'number', 'place', 'loginName', 'lastSignIn', 'password']

/** As a device remembers them; an unknown column makes all of it invalid. */
export const chosenColumns = z.array(z.literal(PEOPLE_COLUMNS))

/** All columns of the list and of its spreadsheet. */
export function usePeopleColumns(): readonly Column<PersonRow>[] {
  const { t, nameOf, personName } = useLocale()
  return [
    {
      key: 'name',
      heading: t('column.name'),
      sort: 'name',
      isOneLine: true,
      cell: personName,
    },
    { key: 'realName', heading: t('column.name'), isSheetOnly: true, value: ({ realName }) => realName },
    { key: 'englishName', heading: t('form.englishName'), isSheetOnly: true, value: ({ englishName }) => englishName },
    {
      key: 'type',
      heading: t('column.type'),
      isOneLine: true,
      value: ({ userType }) => t(`type.${userType}`),
    },
    { key: 'number', heading: t('column.number'), sort: 'number', isOneLine: true, value: ({ number }) => number },
    {
      key: 'place',
      heading: t('column.place'),
      sort: 'place',
      value: ({ places }) => places.map(nameOf).join(t('comma')),
    },
    { key: 'loginName', heading: t('column.loginName'), value: ({ loginName }) => loginName ?? '' },
    {
      key: 'sex',
      heading: t('column.sex'),
      value: ({ sex }) => (sex === 1 || sex === 2 ? t(`sex.${sex}`) : ''),
    },
    {
      key: 'lastSignIn',
      heading: t('column.lastSignIn'),
      sort: 'lastSignIn',
      isOneLine: true,
      isLabelled: true,
      kind: 'datetime',
      value: ({ lastSignIn }) => (lastSignIn === null ? '' : wallClock(lastSignIn)),
      cell({ loginName, lastSignIn }) {
        if (!loginName) return ''
        return lastSignIn === null ? t('person.never') : <TimeAgo at={lastSignIn} />
      },
    },
    {
      key: 'password',
      heading: t('column.password'),
      isOneLine: true,
      isLabelled: true,
      value: ({ loginName, password }) => (loginName === null ? '' : t(`password.${password}`)),
      cell({ loginName, password }) {
        // A parent who is yet to choose a user name by a child's code.
        if (loginName === '') return ''
        const text = t(`password.${password}`)
        return password === 'first' || password === 'lapsed' ? <Tag kind="warning">{text}</Tag> : text
      },
    },
    {
      key: 'state',
      heading: t('filter.state'),
      isSheetOnly: true,
      value: ({ active }) => t(active ? 'people.active' : 'filter.inactive'),
    },
  ]
}
