import type { TFunction } from 'i18next'
import type { Sheet } from '../../../../contract/rules/sheets/sheet.ts'
import { wallClock } from '../../ui/export/wall-clock.ts'
import { TYPES } from './people-types.ts'
import { loadAllPeople, type Asked } from './use-people.ts'

/** All people that are found, not only the shown page. Photos are in no sheet. Rejects as calls do. */
export async function peopleSheet(
  signal: AbortSignal,
  asked: Asked,
  t: TFunction<'faceAdmin'>,
  onProgress: (part: number) => void,
): Promise<Sheet> {
  const people = await loadAllPeople(signal, asked, onProgress)
  const isWith = asked.kind === 'with'
  const title = `${t('people.title')} · ${t(`people.${asked.kind}`)}`
  return {
    name: t(`people.${asked.kind}`),
    title,
    columns: [
      { heading: t('people.columns.name') },
      { heading: t('people.columns.login') },
      { heading: t('people.columns.type') },
      { heading: t('people.columns.consent') },
      { heading: t('people.columns.consentAt'), kind: 'datetime' },
      ...(isWith
        ? ([
            { heading: t('people.columns.photos'), kind: 'number' },
            { heading: t('people.columns.registered'), kind: 'datetime' },
            { heading: t('people.columns.used'), kind: 'datetime' },
          ] as const)
        : []),
    ],
    rows: people.map((person) => [
      person.realName,
      person.loginName,
      t(`people.types.${TYPES[person.userType]}`),
      t(`people.giver.${person.consent?.giver ?? 'none'}`),
      person.consent ? wallClock(person.consent.givenAt) : null,
      ...('photos' in person
        ? [
            person.photos,
            wallClock(person.registeredAt),
            person.lastUsedAt > person.registeredAt ? wallClock(person.lastUsedAt) : t('people.neverUsed'),
          ]
        : []),
    ]),
  }
}
