import { Link } from 'react-router-dom'
import * as areas from '../../../contract/endpoints/units/areas.ts'
import type { School } from '../../../contract/endpoints/units/areas.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { sheetOf } from '../../../src/app/ui/export/sheet-of.ts'
import { formatBytes, formatNumber } from '../../../src/app/ui/format/format.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useDates } from '../messages/use-dates.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import type { Column } from '../../../src/app/ui/list/columns.ts'
import { DataTable } from '../../../src/app/ui/list/DataTable.tsx'
import { FIGURES } from './school-figures.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'

/** The schools of an education office with their counts. */
export default function SchoolsPage() {
  const t = useTexts()
  const query = useEndpoint(areas.schools, {})
  const columns = useSchoolColumns()
  const title = t('section.schools')
  return (
    <>
      <PageHead title={title} hint={t('schools.hint')}>
        <Link className="k-button" to="/schools/messages">
          {t('schools.messages.title')}
        </Link>
        {query.data && query.data.length > 0 && (
          <ExportButton file={title} source={() => [sheetOf({ name: title, title }, columns, query.data)]} />
        )}
      </PageHead>
      <Loaded query={query}>
        {(found) =>
          found.length === 0 ? (
            <NoDataCard title={t('schools.none.title')} hint={t('schools.none.hint')} />
          ) : (
            <div className="app-card">
              <DataTable
                label={title}
                rows={found}
                columns={columns}
                keyOf={({ unitId }) => unitId}
                linkTo={({ unitId }) => `/schools/${unitId}`}
                afterLink={stateOf}
              />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

const stateOf = (school: School) => <SchoolState school={school} />

/** That a school is not in use, and until when the office may look into it. */
function SchoolState({ school: { active, accessEndsAt } }: { school: School }) {
  const t = useTexts()
  const { moment } = useDates()
  return (
    <>
      {!active && <Tag kind="warning">{t('schools.shut')}</Tag>}
      {accessEndsAt !== null && <Tag kind="good">{t('schools.open', { time: moment(accessEndsAt) })}</Tag>}
    </>
  )
}

function useSchoolColumns(): readonly Column<School>[] {
  const { t, nameOf, language } = useLocale()
  return [
    {
      key: 'name',
      heading: t('units.type.2'),
      cell: (school) => nameOf(school),
    },
    { key: 'chineseName', heading: t('units.column.name'), isSheetOnly: true, value: ({ name }) => name },
    { key: 'englishName', heading: t('form.englishName'), isSheetOnly: true, value: ({ englishName }) => englishName },
    ...FIGURES.map(({ figure, label, heading = label }) => ({
      key: figure,
      heading: t(heading),
      isLabelled: true,
      kind: 'number' as const,
      value: (school: School) => school[figure],
      cell: (school: School) => formatNumber(school[figure], language),
    })),
    {
      key: 'storage',
      heading: t('units.column.storage'),
      isLabelled: true,
      cell: ({ storage }) => formatBytes(storage, language),
    },
    { key: 'bytes', heading: t('units.bytes'), isSheetOnly: true, kind: 'number', value: ({ storage }) => storage },
    {
      key: 'state',
      heading: t('filter.state'),
      isSheetOnly: true,
      value: ({ active }) => (active ? '' : t('schools.shut')),
    },
  ]
}
