import type { readHandIn } from '../../../contract/endpoints/storage/collections.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import type { Translate } from '../portal.ts'

/** What every pupil has handed in: a row each, also for those who have not. */
export function handInSheet({ title, people }: ResponseOf<typeof readHandIn>, t: Translate): Sheet {
  return {
    name: t('places.handIns'),
    title,
    columns: [
      { heading: t('handIns.sheet.number') },
      { heading: t('table.name') },
      { heading: t('handIns.sheet.englishName') },
      { heading: t('handIns.sheet.state') },
      { heading: t('handIns.sheet.files'), kind: 'number' },
      { heading: t('handIns.sheet.at'), kind: 'datetime' },
      { heading: t('handIns.sheet.names') },
    ],
    rows: people.map(({ number, name, englishName, inClass, files }) => {
      const last = files
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .at(-1)
      const isLate = files.some(({ late }) => late)
      const state = files.length === 0 ? 'missing' : isLate ? 'late' : 'done'
      return [
        number,
        inClass ? name : t('handIns.sheet.left', { name }),
        englishName,
        t(`handIns.sheet.states.${state}`),
        files.length,
        last === undefined ? '' : wallClock(last),
        files.map((file) => file.name).join('\n'),
      ]
    }),
  }
}
