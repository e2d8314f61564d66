import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import type { FaceCandidate } from '../../../../contract/endpoints/faces/face-admin.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import { TimeAgo } from '../../ui/format/TimeAgo.tsx'
import { useLanguage } from '../../core/language/use-language.ts'
import { peopleSheet } from './people-sheet.ts'
import { TYPES } from './people-types.ts'
import type { Person } from './face-admin-context.ts'
import { PersonDialog } from './PersonDialog.tsx'
import { usePeople, type PeoplePage } from './use-people.ts'
import { PAGE_SIZE } from '../../../../contract/limits.ts'
import { notify } from '../../core/notices/notices.ts'
import { sheetExport } from '../../platform/export.ts'
import { ExportButton } from '../../ui/export/ExportButton.tsx'
import { ExportContext, type ExportServices } from '../../ui/export/export-context.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { QueryContent } from '../../ui/feedback/QueryContent.tsx'

const EXPORTS: ExportServices = {
  ...sheetExport,
  notify: (noticeKind, text, action) => void notify(noticeKind, text, action ? { action } : {}),
}

export function PeopleCard() {
  const { t } = useTranslation('faceAdmin')
  const online = useOnline()
  const { query, isBehind, asked, kind, typed, type, choose, turn } = usePeople()
  const [person, setPerson] = useState<Person | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(false)
  const id = useId()

  useEffect(() => {
    // The opened person may have left the list, and their button with them.
    if (wasOpen.current && person === null && document.activeElement === document.body) heading.current?.focus()
    wasOpen.current = person !== null
  }, [person])

  return (
    <section className="k-card k-stack fa-card" aria-labelledby={id}>
      <div>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {t('people.title')}
        </h2>
        <p className="k-field__hint">{t('people.hint')}</p>
      </div>
      <div className="fa-search" role="search" aria-label={t('people.title')}>
        <Segments
          label={t('people.show')}
          labelled="unseen"
          options={[
            { value: 'with', label: t('people.with') },
            { value: 'without', label: t('people.without') },
          ]}
          value={kind}
          onChange={choose}
        />
        <input
          className="k-field__input"
          type="search"
          aria-label={t('people.search')}
          placeholder={t('people.search')}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {query.data && query.data.total > 0 && (
          <ExportContext value={EXPORTS}>
            <ExportButton
              file={`${t('people.title')} ${t(`people.${asked.kind}`)}`}
              label={t('people.export')}
              refuse={() => (online ? null : t('people.exportOffline'))}
              source={async (signal, onProgress) => [await peopleSheet(signal, asked, t, onProgress)]}
            />
          </ExportContext>
        )}
      </div>
      <QueryContent
        query={query}
        lines={6}
        text={(key) => t(key === 'failedHint' ? 'people.failedHint' : key)}
        retry="plain"
      >
        {list}
      </QueryContent>
      {person && <PersonDialog person={person} onClose={() => setPerson(null)} />}
    </section>
  )

  function list(page: PeoplePage) {
    const isFound = page.asked.name !== ''
    return (
      <div className="fa-found" aria-busy={isBehind}>
        <p className="visually-hidden" role="status">
          {isBehind ? '' : t('people.found', { count: page.total })}
        </p>
        {page.total === 0 ? (
          <EmptyState
            title={t(isFound ? 'people.notFound' : `people.none.${page.kind}`)}
            hint={isFound ? t(`people.notFoundHint.${page.kind}`) : t(`people.noneHint.${page.kind}`)}
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
  const { t } = useTranslation('faceAdmin')
  const last = Math.ceil(total / PAGE_SIZE)
  const from = (page - 1) * PAGE_SIZE + 1
  // Not disabled while a page loads: they would lose the focus.
  const turn = (wanted: number) => !disabled && wanted >= 1 && wanted <= last && onTurn(wanted)
  return (
    <nav className="fa-pager" aria-label={t('people.pages')}>
      <span>{t('people.shown', { from, to: Math.min(total, page * PAGE_SIZE), count: total })}</span>
      {last > 1 && (
        <span className="fa-pager__buttons">
          <Button aria-disabled={disabled || page <= 1 || undefined} onClick={() => turn(page - 1)}>
            {t('people.previous')}
          </Button>
          <Button aria-disabled={disabled || page >= last || undefined} onClick={() => turn(page + 1)}>
            {t('people.next')}
          </Button>
        </span>
      )}
    </nav>
  )
}

/** People as rows, on a phone as cards: consents and stored photos. */
function PeopleTable({ page, onOpen }: { page: PeoplePage; onOpen: (person: Person) => void }) {
  const { t } = useTranslation('faceAdmin')
  const language = useLanguage()
  const isWith = page.kind === 'with'
  const consentOf = ({ consent }: Pick<FaceCandidate, 'consent'>) =>
    consent
      ? t(`people.consent.${consent.giver}`, { time: formatDateTime(consent.givenAt, language) })
      : t('people.consent.none')

  return (
    <table className="fa-table">
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
            <td className={person.consent ? undefined : 'k-soft'}>{consentOf(person)}</td>
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
