import { useTranslation } from 'react-i18next'
import type { FaceCandidate } from '../../../../contract/endpoints/faces/face-admin.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { TimeAgo } from '../../ui/format/TimeAgo.tsx'
import { type Person } from './face-admin-context.ts'
import type { PeoplePage } from './use-people.ts'
import { useLanguage } from '../../core/language/use-language.ts'

const TYPES = { 1: 'student', 2: 'teacher', 3: 'parent', 4: 'staff' } as const

/** People as rows, on a phone as cards: consents and stored photos. */
export function PeopleTable({ page, onOpen }: { page: PeoplePage; onOpen: (person: Person) => void }) {
  const { t } = useTranslation('faceAdmin')
  const language = useLanguage()
  const isWith = page.kind === 'with'
  const consentOf = ({ consent }: Pick<FaceCandidate, 'consent'>) =>
    consent
      ? t(`people.consent.${consent.giver}`, { time: formatDateTime(consent.givenAt, language) })
      : t('people.consent.none')

  return (
    <table className={isWith ? 'fa-table' : 'fa-table fa-table--without'}>
      <caption className="visually-hidden">{t(`people.${page.kind}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('people.columns.name')}</th>
          <th scope="col">{t('people.columns.consent')}</th>
          {isWith && (
            <>
              <th scope="col" className="fa-number">
                {t('people.columns.photos')}
              </th>
              <th scope="col">{t('people.columns.registered')}</th>
              <th scope="col">{t('people.columns.used')}</th>
            </>
          )}
          <th scope="col">
            <span className="visually-hidden">{t('people.columns.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {page.people.map((person) => (
          <tr key={person.userId}>
            <th scope="row">
              <span className="fa-name">{person.realName}</span>
              <span className="fa-login">
                {t(`people.types.${TYPES[person.userType]}`)} · {person.loginName}
              </span>
            </th>
            <td className={person.consent ? undefined : 'fa-soft'}>{consentOf(person)}</td>
            {'photos' in person && (
              <>
                <td className="fa-number" data-label={t('people.columns.photos')}>
                  {person.photos}
                </td>
                <td data-label={t('people.columns.registered')}>
                  <TimeAgo at={person.registeredAt} />
                </td>
                <td data-label={t('people.columns.used')}>
                  {person.lastUsedAt > person.registeredAt ? <TimeAgo at={person.lastUsedAt} /> : t('people.neverUsed')}
                </td>
              </>
            )}
            <td className="fa-actions">
              <Button aria-label={t('people.manageNamed', { name: person.realName })} onClick={() => onOpen(person)}>
                {t('people.manage')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
