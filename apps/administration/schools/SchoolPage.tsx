import './schools.css'
import Eye from '@phosphor-icons/core/regular/eye.svg?react'
import { useState } from 'react'
import * as z from 'zod/mini'
import * as areas from '../../../contract/endpoints/units/areas.ts'
import { AREA_PAGE, type School } from '../../../contract/endpoints/units/areas.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint, useRecord } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { formatBytes, formatNumber } from '../../../src/app/ui/format/format.ts'
import { useDates } from '../messages/use-dates.ts'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { Fact, FactsCard } from '../../../src/app/ui/record/Facts.tsx'
import { RecordPage } from '../../../src/app/ui/record/RecordPage.tsx'
import { SEARCH_LENGTH } from '../people/people-query.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import { FilterBar, FilterSelect } from '../../../src/app/ui/list/FilterBar.tsx'
import { orUsual, pageNumber, searchText } from '../../../src/app/ui/list/list-query.ts'
import { FIGURES } from './school-figures.ts'
import { ListResult } from '../../../src/app/ui/list/ListResult.tsx'
import { useListQuery } from '../../../src/app/ui/list/use-list-query.ts'

/** Milliseconds between two looks at whether the school still allows it. The server refuses at once in any case. */
const LOOK_EVERY = 4000
const TYPES = ['1', '2', '3', '4'] as const

/** Which people of the school are listed. */
const schoolPeople = z.object({
  query: searchText(SEARCH_LENGTH),
  type: orUsual(z.literal(['', ...TYPES]), ''),
  page: pageNumber,
})

/** One school of the office: its counts, and its people and classes while it allows that. */
export default function SchoolPage() {
  const { t, nameOf } = useLocale()
  const { query, isGone } = useRecord(areas.show, 'area.no_school', { every: () => LOOK_EVERY })
  return (
    <RecordPage
      record={query.data}
      isGone={isGone}
      title={t('units.type.2')}
      back={{ label: t('section.schools'), to: '/schools' }}
      renderHeading={(school) => nameOf(school)}
      renderHint={(school) => school.host}
      gone={<NoDataCard title={t('schools.gone.title')} hint={t('schools.gone.hint')} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <Figures school={found} />
            <Access school={found} />
          </>
        )}
      </Loaded>
    </RecordPage>
  )
}

function Figures({ school }: { school: School }) {
  const { t, language } = useLocale()
  return (
    <FactsCard title={t('units.figures')}>
      {FIGURES.map(({ figure, label }) => (
        <Fact key={figure} label={t(label)}>
          {formatNumber(school[figure], language)}
        </Fact>
      ))}
      <Fact label={t('units.column.storage')}>{formatBytes(school.storage, language)}</Fact>
    </FactsCard>
  )
}

/** Each look is in the school's trail, so nothing is loaded before the officer presses the button. */
function Access({ school }: { school: School }) {
  const t = useTexts()
  const { moment } = useDates()
  const [open, setOpen] = useState(false)
  const [part, setPart] = useState<'people' | 'classes'>('people')
  const { unitId, accessEndsAt } = school
  return (
    <Card title={t('schools.access.title')} className="ad-school-access">
      {accessEndsAt === null ? (
        <p role="status">{t(open ? 'schools.access.ended' : 'schools.access.closed')}</p>
      ) : (
        <>
          <p className="k-caution">{t('schools.access.until', { time: moment(accessEndsAt) })}</p>
          {open ? (
            <>
              <Segments
                label={t('schools.access.title')}
                labelled="unseen"
                options={[
                  { value: 'people', label: t('section.people') },
                  { value: 'classes', label: t('structure.part.class') },
                ]}
                value={part}
                onChange={setPart}
              />
              {part === 'people' ? <People unitId={unitId} /> : <Classes unitId={unitId} />}
            </>
          ) : (
            <div className="k-buttons">
              <Button kind="primary" icon={Eye} needsNetwork onClick={() => setOpen(true)}>
                {t('schools.access.action')}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  )
}

function People({ unitId }: { unitId: string }) {
  const { t, nameOf, personName } = useLocale()
  const list = useListQuery(schoolPeople)
  const { query: text, type, page } = list.values
  const query = useEndpoint(
    areas.people,
    { unitId, page, ...(text.trim() !== '' && { query: text.trim() }), ...(type !== '' && { userType: type }) },
    { forget: true },
  )
  return (
    <>
      <FilterBar list={list} label={t('schools.access.search')} hint={t('column.name')} longest={SEARCH_LENGTH}>
        <FilterSelect
          list={list}
          name="type"
          label={t('trail.fields.userType')}
          every={t('filter.everyType')}
          options={TYPES.map((one) => [one, t(`type.${one}`)])}
        />
      </FilterBar>
      <Loaded query={query} lines={6}>
        {({ total, people: found }) => (
          <ListResult
            list={list}
            size={AREA_PAGE}
            total={total}
            shown={found.length}
            waits={query.isPlaceholderData}
            none={<p>{t('schools.access.noPeople')}</p>}
            inCard
          >
            <ul className="ad-lines" aria-label={t('schools.access.list')}>
              {found.map((one, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- the office gets no identifiers of people
                <li key={at}>
                  <span>{personName(one)}</span>
                  <span className="k-soft">
                    {[t(`type.${one.userType}`), ...one.places.map((place) => nameOf(place))].join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          </ListResult>
        )}
      </Loaded>
    </>
  )
}

function Classes({ unitId }: { unitId: string }) {
  const { t, nameOf, personName, language } = useLocale()
  const query = useEndpoint(areas.classes, { unitId }, { forget: true })
  return (
    <Loaded query={query} lines={6}>
      {(found) =>
        found.length === 0 ? (
          <p>{t('structure.none.class')}</p>
        ) : (
          <ul className="ad-lines" aria-label={t('structure.part.class')}>
            {found.map((one) => (
              <li key={one.classId}>
                <span>{[nameOf(one.grade), nameOf(one)].join(language === 'en' ? ', ' : '')}</span>
                <span className="k-soft">
                  {[
                    t('structure.pupils', { count: one.pupils }),
                    ...(one.headTeacher ? [t('structure.head', { name: personName(one.headTeacher) })] : []),
                  ].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
