import type { School } from '../../../contract/endpoints/units/areas.ts'
import type { Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import type { Translate } from '../portal-context.ts'
import { FIGURES } from './figures.ts'

/** The schools of an education office with their figures. */
export function schoolsSheet(schools: readonly School[], t: Translate): Sheet {
  const title = t('section.schools')
  return {
    name: title,
    title,
    columns: [
      { heading: t('units.column.name') },
      { heading: t('form.englishName') },
      ...FIGURES.map((figure) => ({ heading: t(`schools.column.${figure}`), kind: 'number' as const })),
      { heading: t('units.bytes'), kind: 'number' },
      { heading: t('filter.state') },
    ],
    rows: schools.map((school) => [
      school.name,
      school.englishName,
      ...FIGURES.map((figure) => school[figure]),
      school.storage,
      school.active ? '' : t('schools.shut'),
    ]),
  }
}
