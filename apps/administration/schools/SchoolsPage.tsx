import './schools.css'
import { Link } from 'react-router-dom'
import * as areas from '../../../contract/endpoints/units/areas.ts'
import type { School } from '../../../contract/endpoints/units/areas.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { Loaded } from '../Loaded.tsx'
import { useDates } from '../messages/use-dates.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { nameIn, useLanguage, useTexts } from '../portal-context.ts'
import { FIGURES } from './figures.ts'
import { schoolsSheet } from './schools-sheet.ts'

/** The schools of an education office with their counts. */
export default function SchoolsPage() {
  const t = useTexts()
  const query = useEndpoint(areas.schools, {})
  return (
    <>
      <PageHead title={t('section.schools')} hint={t('schools.hint')}>
        <Link className="k-button" to="/schools/messages">
          {t('schools.messages.title')}
        </Link>
        {query.data && query.data.length > 0 && (
          <ExportButton file={t('section.schools')} source={() => [schoolsSheet(query.data, t)]} />
        )}
      </PageHead>
      <Loaded query={query}>
        {(found) =>
          found.length === 0 ? (
            <NoDataCard title={t('schools.none.title')} hint={t('schools.none.hint')} />
          ) : (
            <ul className="ad-schools" aria-label={t('section.schools')}>
              {found.map((school) => (
                <SchoolCard key={school.unitId} school={school} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function SchoolCard({ school }: { school: School }) {
  const t = useTexts()
  const language = useLanguage()
  const { moment } = useDates()
  return (
    <li className="app-card ad-school">
      <p className="ad-school__name">
        <Link to={`/schools/${school.unitId}`}>{nameIn(school, language)}</Link>{' '}
        {!school.active && <Tag kind="warning">{t('schools.shut')}</Tag>}
        {school.accessEndsAt !== null && (
          <Tag kind="good">{t('schools.open', { time: moment(school.accessEndsAt) })}</Tag>
        )}
      </p>
      <dl className="ad-school__figures">
        {FIGURES.map((column) => (
          <div key={column}>
            <dt>{t(`schools.column.${column}`)}</dt>
            <dd>{school[column].toLocaleString(language)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('schools.column.storage')}</dt>
          <dd>{formatBytes(school.storage, language)}</dd>
        </div>
      </dl>
    </li>
  )
}
