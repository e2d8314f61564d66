import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../src/app/ui/Button.tsx'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import type { FaceCandidate } from '../../../contract/endpoints/faces/face-admin.ts'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { peopleSheet } from './people-sheet.ts'
import { TYPES, type Person } from './people-types.ts'
import { FaceDialog } from './FaceDialog.tsx'
import { usePeople, type PeoplePage } from './use-people.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { Loaded } from '../Loaded.tsx'
import { personName, useLanguage, useOnline, useTexts } from '../portal-context.ts'

/** People with a face or without one; each opens in a dialog. */
export function PeopleCard() {
  const t = useTexts()
  const online = useOnline()
  const language = useLanguage()
  const { query, read, isBehind, asked, kind, typed, type, choose, turn } = usePeople()
  const [person, setPerson] = useState<Person | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    // The opened person may have left the list, and their button with them.
    if (wasOpen.current && person === null && document.activeElement === document.body) heading.current?.focus()
    wasOpen.current = person !== null
  }, [person])

  return (
    <Card title={t('faces.people.title')} hint={t('faces.people.hint')} heading={heading} className="fa-card">
      <div className="fa-search" role="search" aria-label={t('faces.people.title')}>
        <Segments
          label={t('faces.people.show')}
          labelled="unseen"
          options={[
            { value: 'with', label: t('faces.people.with') },
            { value: 'without', label: t('faces.people.without') },
          ]}
          value={kind}
          onChange={choose}
        />
        <input
          className="k-field__input"
          type="search"
          aria-label={t('faces.people.search')}
          placeholder={t('faces.people.search')}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {query.data && query.data.total > 0 && (
          <ExportButton
            file={`${t('faces.people.title')} ${t(`faces.people.${asked.kind}`)}`}
            label={t('faces.people.export')}
            refuse={() => (online ? null : t('faces.people.exportOffline'))}
            source={async (signal, onProgress) => [
              await peopleSheet(asked, language, t, (wanted, page) => read(signal, wanted, page), onProgress),
            ]}
          />
        )}
      </div>
      <Loaded query={query} lines={6}>
        {list}
      </Loaded>
      {person && <FaceDialog person={person} onClose={() => setPerson(null)} />}
    </Card>
  )

  function list(page: PeoplePage) {
    const isFound = page.asked.name !== ''
    return (
      <div className="fa-found" aria-busy={isBehind}>
        <p className="visually-hidden" role="status">
          {isBehind ? '' : t('faces.people.found', { count: page.total })}
        </p>
        {page.total === 0 ? (
          <EmptyState
            title={t(isFound ? 'faces.people.notFound' : `faces.people.none.${page.kind}`)}
            hint={isFound ? t(`faces.people.notFoundHint.${page.kind}`) : t(`faces.people.noneHint.${page.kind}`)}
          />
        ) : (
          <>
            <PeopleTable page={page} onOpen={setPerson} />
            <Pager page={page.page} total={page.total} disabled={!online || isBehind} onTurn={turn} />
          </>
        )}
      </div>
    )
  }
}

/** The shown range of a list, and buttons to the other pages. */
function Pager({
  page,
  total,
  disabled,
  onTurn,
}: {
  page: number
  total: number
  disabled: boolean
  onTurn: (page: number) => void
}) {
  const t = useTexts()
  const last = Math.ceil(total / PAGE_SIZE)
  const from = (page - 1) * PAGE_SIZE + 1
  // Not disabled while a page loads: they would lose the focus.
  const turn = (wanted: number) => !disabled && wanted >= 1 && wanted <= last && onTurn(wanted)
  return (
    <nav className="fa-pager" aria-label={t('faces.people.pages')}>
      <span>{t('faces.people.shown', { from, to: Math.min(total, page * PAGE_SIZE), count: total })}</span>
      {last > 1 && (
        <span className="fa-pager__buttons">
          <Button aria-disabled={disabled || page <= 1 || undefined} onClick={() => turn(page - 1)}>
            {t('faces.people.previous')}
          </Button>
          <Button aria-disabled={disabled || page >= last || undefined} onClick={() => turn(page + 1)}>
            {t('faces.people.next')}
          </Button>
        </span>
      )}
    </nav>
  )
}

/** People as rows, on a phone as cards: consents and stored photos. */
function PeopleTable({ page, onOpen }: { page: PeoplePage; onOpen: (person: Person) => void }) {
  const t = useTexts()
  const language = useLanguage()
  const isWith = page.kind === 'with'
  const consentOf = ({ consent }: Pick<FaceCandidate, 'consent'>) =>
    consent
      ? t(`faces.people.consent.${consent.giver}`, { time: formatDateTime(consent.givenAt, language) })
      : t('faces.people.consent.none')

  return (
    <table className="fa-table">
      <caption className="visually-hidden">{t(`faces.people.${page.kind}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('faces.people.columns.name')}</th>
          <th scope="col">{t('faces.people.columns.consent')}</th>
          {isWith && (
            <>
              <th scope="col" className="fa-number">
                {t('faces.people.columns.photos')}
              </th>
              <th scope="col">{t('faces.people.columns.registered')}</th>
              <th scope="col">{t('faces.people.columns.used')}</th>
            </>
          )}
          <th scope="col">
            <span className="visually-hidden">{t('faces.people.columns.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {page.people.map((person) => (
          <tr key={person.userId}>
            <th scope="row">
              <span className="fa-name">{personName(person, language)}</span>
              <span className="fa-login">
                {t(`faces.people.types.${TYPES[person.userType]}`)} · {person.loginName}
              </span>
            </th>
            <td className={person.consent ? undefined : 'k-soft'}>{consentOf(person)}</td>
            {'photos' in person && (
              <>
                <td className="fa-number" data-label={t('faces.people.columns.photos')}>
                  {person.photos}
                </td>
                <td data-label={t('faces.people.columns.registered')}>
                  <TimeAgo at={person.registeredAt} />
                </td>
                <td data-label={t('faces.people.columns.used')}>
                  {person.lastUsedAt > person.registeredAt ? (
                    <TimeAgo at={person.lastUsedAt} />
                  ) : (
                    t('faces.people.neverUsed')
                  )}
                </td>
              </>
            )}
            <td className="fa-actions">
              <Button
                aria-label={t('faces.people.manageNamed', { name: personName(person, language) })}
                onClick={() => onOpen(person)}
              >
                {t('faces.people.manage')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
