import * as peopleEndpoints from '../../../contract/endpoints/people/people.ts'
import { PEOPLE_PAGE_MAX } from '../../../contract/endpoints/people/people.ts'
import type { Language } from '../../../contract/envelope.ts'
import { loadPages } from '../../../src/app/micro-apps/load-pages.ts'
import type { Portal, Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import { nameIn, type Translate } from '../portal-context.ts'
import { listRequest, type PeopleQuery } from './people-query.ts'

/** All people of a query that the reader may see, not only the shown page, with what lists show of them. Rejects as calls do. */
export async function peopleSheet(
  signal: AbortSignal,
  { portal, asked, language, t }: { portal: Portal; asked: PeopleQuery; language: Language; t: Translate },
  onProgress: (part: number) => void,
): Promise<Sheet> {
  const {
    page: _page,
    size: _size,
    sort: _sort,
    descending: _down,
    ...filters
  } = listRequest(asked, 1, PEOPLE_PAGE_MAX)
  await portal.call(peopleEndpoints.exportList, filters, { signal, quiet: true })
  const people = await loadPages(
    PEOPLE_PAGE_MAX,
    async (page) => {
      const found = await portal.call(peopleEndpoints.list, listRequest(asked, page, PEOPLE_PAGE_MAX), {
        signal,
        quiet: true,
      })
      return { total: found.total, rows: found.people }
    },
    ({ id }) => id,
    onProgress,
  )
  const title = t('section.people')
  return {
    name: title,
    title,
    columns: [
      { heading: t('column.name') },
      { heading: t('form.englishName') },
      { heading: t('column.type') },
      { heading: t('column.number') },
      { heading: t('column.place') },
      { heading: t('column.loginName') },
      { heading: t('column.sex') },
      { heading: t('column.lastSignIn'), kind: 'datetime' },
      { heading: t('column.password') },
      { heading: t('filter.state') },
    ],
    rows: people.map((person) => [
      person.realName,
      person.englishName,
      t(`type.${person.userType}`),
      person.number,
      person.places.map((place) => nameIn(place, language)).join(t('comma')),
      person.loginName ?? '',
      person.sex === 1 || person.sex === 2 ? t(`sex.${person.sex}`) : '',
      person.lastSignIn === null ? '' : wallClock(person.lastSignIn),
      person.loginName === null ? '' : t(`password.${person.password}`),
      t(person.active ? 'people.active' : 'person.inactive'),
    ]),
  }
}
