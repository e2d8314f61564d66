import type { Language } from '../../../contract/envelope.ts'
import type { Sheet } from '../../../contract/rules/sheets/sheet.ts'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import { personName, type Translate } from '../portal-context.ts'
import { loadAllPeople, type Asked, type ReadPage } from './use-people.ts'

/** All people that are found, not only the shown page. Photos are in no sheet. Rejects as calls do. */
export async function peopleSheet(
  asked: Asked,
  language: Language,
  t: Translate,
  read: ReadPage,
  onProgress: (part: number) => void,
): Promise<Sheet> {
  const people = await loadAllPeople(asked, read, onProgress)
  const isWith = asked.kind === 'with'
  const title = `${t('section.people')} · ${t(`faces.people.${asked.kind}`)}`
  return {
    name: t(`faces.people.${asked.kind}`),
    title,
    columns: [
      { heading: t('column.name') },
      { heading: t('column.loginName') },
      { heading: t('faces.people.columns.type') },
      { heading: t('faces.people.columns.consent') },
      { heading: t('faces.people.columns.consentAt'), kind: 'datetime' },
      ...(isWith
        ? ([
            { heading: t('faces.people.columns.photos'), kind: 'number' },
            { heading: t('faces.people.columns.registered'), kind: 'datetime' },
            { heading: t('faces.people.columns.used'), kind: 'datetime' },
          ] as const)
        : []),
    ],
    rows: people.map((person) => [
      personName(person, language),
      person.loginName,
      t(`type.${person.userType}`),
      t(`faces.people.giver.${person.consent?.giver ?? 'none'}`),
      person.consent ? wallClock(person.consent.givenAt) : null,
      ...('photos' in person
        ? [
            person.photos,
            wallClock(person.registeredAt),
            person.lastUsedAt > person.registeredAt ? wallClock(person.lastUsedAt) : t('faces.people.neverUsed'),
          ]
        : []),
    ]),
  }
}
