import Key from '@phosphor-icons/core/regular/key.svg?react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as ownClasses from '../../../contract/endpoints/people/own-classes.ts'
import * as roster from '../../../contract/endpoints/people/roster.ts'
import { parseCampuses } from './campus-units.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { SearchBox } from '../../../src/app/ui/list/SearchBox.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { nameIn, personName, useLanguage, usePortal, useTexts } from '../portal-context.ts'
import { findClasses, type ClassEntry } from './find-classes.ts'

/** A longer name of a class or a person there is not. */
const SEARCH_LENGTH = 60

/** The classes that the user sees, their own first, with a search. */
export default function ClassesPage() {
  const t = useTexts()
  const query = useEndpoint(roster.classes, {})
  return (
    <>
      <PageHead title={t('title')} />
      <Loaded query={query} text={{ offlineHint: t('offline.hint'), safe: t('failed.safe') }}>
        {(all) => (
          <>
            {all.length === 0 ? <NoClass /> : <ClassList all={all} />}
            <TaughtClasses listed={all} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** Classes that have no list for the user, but pupils whose accounts they may help. */
function TaughtClasses({ listed }: { listed: readonly ClassEntry[] }) {
  const t = useTexts()
  const language = useLanguage()
  const { data = [] } = useEndpoint(ownClasses.list, {})
  const taught = data.filter(({ classId }) => !listed.some((one) => one.classId === classId))
  if (taught.length === 0) return null
  return (
    <section className="ro-group" aria-label={t('action.accounts')}>
      <h2>{t('action.accounts')}</h2>
      <ul className="ro-classes">
        {taught.map((one) => (
          <li key={one.classId}>
            <Link className="app-card ro-class" to={`/class/${one.classId}/accounts`}>
              <span className="ro-class__name">{nameIn(one, language)}</span>
              <Icon svg={Key} />
              <span className="k-soft">{t('accounts.summary', { count: one.students, never: one.neverSignedIn })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoClass() {
  const t = useTexts()
  const where = usePortal().user.userType === 2 ? 'none' : 'noneSchool'
  return <NoDataCard title={t(`classes.${where}.title`)} hint={t(`classes.${where}.hint`)} />
}

function ClassList({ all }: { all: readonly ClassEntry[] }) {
  const t = useTexts()
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const [campusId, setCampusId] = useState('')
  const campuses = parseCampuses(usePortal().user.campusUnits).filter((one) =>
    all.some(({ campus }) => campus?.campusId === one.campusId),
  )
  const found = findClasses(all, typed, campusId)
  const own = found.filter((one) => one.own)
  const others = found.filter((one) => !one.own)
  return (
    <>
      {all.length > 1 && (
        <SearchBox
          label={t('classes.search')}
          hint={t('classes.searchHint')}
          value={typed}
          longest={SEARCH_LENGTH}
          onSearch={setTyped}
        />
      )}
      {campuses.length > 1 && (
        <Segments
          label={t('classes.campus')}
          labelled="unseen"
          options={[
            { value: '', label: t('classes.everyCampus') },
            ...campuses.map((one) => ({ value: one.campusId, label: nameIn(one, language) })),
          ]}
          value={campusId}
          onChange={setCampusId}
        />
      )}
      <p className="visually-hidden" role="status">
        {(typed !== '' || campusId !== '') && t('classes.found', { count: found.length })}
      </p>
      {found.length === 0 && (
        <NoDataCard
          title={t('classes.nothing.title')}
          hint={t('classes.nothing.hint')}
          action={
            <Button
              onClick={() => {
                setTyped('')
                setCampusId('')
              }}
            >
              {t('classes.clear')}
            </Button>
          }
        />
      )}
      {own.length > 0 && <Group title={t('classes.own')} of={own} />}
      {others.length > 0 && (
        <Group title={t(all.some((one) => one.own) ? 'classes.others' : 'classes.all')} of={others} />
      )}
    </>
  )
}

function Group({ title, of }: { title: string; of: readonly ClassEntry[] }) {
  return (
    <section className="ro-group" aria-label={title}>
      <h2>{title}</h2>
      <ul className="ro-classes">
        {of.map((one) => (
          <li key={one.classId}>
            <ClassCard of={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ClassCard({ of }: { of: ClassEntry }) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <Link className="app-card ro-class" to={`/class/${of.classId}`}>
      <span className="ro-class__name">{nameIn(of, language)}</span>
      <span className="ro-class__count">{t('classes.students', { count: of.students })}</span>
      <span className="k-soft">
        {t('classes.boys', { count: of.boys })} · {t('classes.girls', { count: of.girls })}
      </span>
      <span className="k-soft">
        {of.headTeacher ? t('classes.head', { name: personName(of.headTeacher, language) }) : t('classes.noHead')}
        {of.campus && ` · ${nameIn(of.campus, language)}`}
      </span>
    </Link>
  )
}
