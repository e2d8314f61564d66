import Lock from '@phosphor-icons/core/regular/lock-simple.svg?react'
import Printer from '@phosphor-icons/core/regular/printer.svg?react'
import { useParams } from 'react-router-dom'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as roster from '../../../contract/endpoints/people/roster.ts'
import { isPhone } from '../../../contract/rules/fields/phone.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import type { Column } from '../../../src/app/ui/list/columns.ts'
import { DataTable } from '../../../src/app/ui/list/DataTable.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { guardianText } from '../class/columns.ts'
import { ClassHeader } from '../ClassHeader.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { nameIn, personName, useLanguage, useTexts } from '../portal-context.ts'

type Contacts = ResponseOf<typeof roster.contacts>

/** How the guardians of a class are reached. */
export default function ContactsPage() {
  const t = useTexts()
  const language = useLanguage()
  const { classId = '' } = useParams()
  const query = useEndpoint(roster.contacts, { classId }, { forget: true })
  const found = query.data ?? null
  const columns = useContactColumns()
  const name = found ? nameIn(found, language) : ''
  return (
    <>
      <ClassHeader
        of={found}
        title={found ? t('contacts.title', { name }) : t('action.contacts')}
        back={{ label: found ? t('class.backTo', { name }) : t('classes.all'), to: found ? `/class/${classId}` : '/' }}
        summary={found && t('classes.students', { count: found.students.length })}
      >
        {found && found.students.length > 0 && (
          <Button icon={Printer} onClick={() => print()}>
            {t('action.print')}
          </Button>
        )}
      </ClassHeader>
      <Loaded query={query} text={{ offlineHint: t('offline.hint'), safe: t('failed.safe') }}>
        {({ students }) => (
          <>
            <p className="app-notice ro-notice">
              <Icon svg={Lock} />
              <span>{t('contacts.notice')}</span>
            </p>
            {students.length === 0 ? (
              <NoDataCard title={t('class.empty.title')} hint={t('class.empty.hint')} />
            ) : (
              <div className="app-card ro-table ro-contacts">
                <DataTable
                  label={t('contacts.table', { name })}
                  rows={students}
                  columns={columns}
                  keyOf={({ studentId }) => studentId}
                  hasCards={false}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function useContactColumns(): readonly Column<Contacts['students'][number]>[] {
  const t = useTexts()
  const language = useLanguage()
  return [
    { key: 'name', heading: t('column.name'), value: (student) => personName(student, language) },
    { key: 'number', heading: t('column.number'), isWideOnly: true, value: ({ studentNumber }) => studentNumber },
    { key: 'guardians', heading: t('column.guardians'), cell: ({ guardians }) => <Guardians of={guardians} /> },
  ]
}

function Guardians({ of }: { of: Contacts['students'][number]['guardians'] }) {
  const t = useTexts()
  const language = useLanguage()
  if (of.length === 0) return <span className="k-soft">{t('contacts.noGuardian')}</span>
  return (
    <ul className="ro-guardians">
      {of.map((guardian) => (
        <li key={guardian.parentId} className="ro-guardian">
          <span>{guardianText(guardian, language, t)}</span>
          {guardian.phone === null ? (
            <span className="k-soft">{t('contacts.noPhone')}</span>
          ) : !isPhone(guardian.phone) ? (
            <span>{guardian.phoneShown}</span>
          ) : (
            <a
              className="ro-phone"
              href={`tel:${guardian.phone}`}
              aria-label={t('contacts.call', {
                name: personName(guardian, language),
                phone: guardian.phoneShown ?? '',
              })}
            >
              {guardian.phoneShown}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
