import type { readHandIn } from '../../../contract/endpoints/storage/collections.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import { sheetOf, type ValueColumn } from '../../../src/app/ui/export/sheet-of.ts'
import type { Translate } from '../portal.ts'
import { personState } from './hand-in-state.ts'

/** What every pupil has handed in: a row each, also for those who have not. */
export function handInSheet({ title, people }: ResponseOf<typeof readHandIn>, t: Translate): Sheet {
  const columns: readonly ValueColumn<(typeof people)[number]>[] = [
    { heading: t('handIns.sheet.number'), value: ({ number }) => number },
    { heading: t('table.name'), value: ({ inClass, name }) => (inClass ? name : t('handIns.sheet.left', { name })) },
    { heading: t('handIns.sheet.englishName'), value: ({ englishName }) => englishName },
    { heading: t('handIns.sheet.state'), value: ({ files }) => t(`handIns.sheet.states.${personState(files)}`) },
    { heading: t('handIns.sheet.files'), kind: 'number', value: ({ files }) => files.length },
    {
      heading: t('handIns.sheet.at'),
      kind: 'datetime',
      value({ files }) {
        const last = files
          .map(({ createdAt }) => createdAt)
          .toSorted()
          .at(-1)
        return last === undefined ? '' : wallClock(last)
      },
    },
    { heading: t('handIns.sheet.names'), value: ({ files }) => files.map(({ name }) => name).join('\n') },
  ]
  return sheetOf({ name: t('places.handIns'), title }, columns, people)
}
