import type { School } from '../../../contract/endpoints/units/areas.ts'
import type { Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { sheetOf, type ValueColumn } from '../../../src/app/ui/export/sheet-of.ts'
import type { Translate } from '../portal-context.ts'
import { FIGURES } from './figures.ts'

/** The schools of an education office with their figures. */
export function schoolsSheet(schools: readonly School[], t: Translate): Sheet {
  const columns: readonly ValueColumn<School>[] = [
    { heading: t('units.column.name'), value: ({ name }) => name },
    { heading: t('form.englishName'), value: ({ englishName }) => englishName },
    ...FIGURES.map((figure) => ({
      heading: t(`schools.column.${figure}`),
      kind: 'number' as const,
      value: (school: School) => school[figure],
    })),
    { heading: t('units.bytes'), kind: 'number', value: ({ storage }) => storage },
    { heading: t('filter.state'), value: ({ active }) => (active ? '' : t('schools.shut')) },
  ]
  const title = t('section.schools')
  return sheetOf({ name: title, title }, columns, schools)
}
