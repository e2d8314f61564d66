import CaretDown from '@phosphor-icons/core/regular/caret-down.svg?react'
import CaretUp from '@phosphor-icons/core/regular/caret-up.svg?react'
import { Link } from 'react-router-dom'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as unitsEndpoints from '../../../contract/endpoints/units/units.ts'
import { UNIT_STATES, type UnitRow } from '../../../contract/endpoints/units/units.ts'
import { dateLocale } from '../../../contract/rules/date-locale.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { Loaded } from '../Loaded.tsx'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { nameIn, useLanguage, useOnline, usePortal, useTexts } from '../portal-context.ts'
import { useAsked } from '../use-asked.ts'
import { SearchBox } from '../SearchBox.tsx'
import { RoomTag, StateTag } from './StateTag.tsx'
import {
  ALL_UNITS,
  PAGE,
  readState,
  readUnitsQuery,
  SEARCH_LENGTH,
  unitsRequest,
  type UnitsQuery,
  writeUnitsQuery,
} from './units-query.ts'
import { unitsSheet } from './units-sheet.ts'

type Ask = (change: Partial<UnitsQuery>, replace?: boolean) => void

/** The units of the installation with their figures, for the operator. */
export default function UnitsPage() {
  const t = useTexts()
  const [asked, askFor] = useAsked(readUnitsQuery, writeUnitsQuery)
  const portal = usePortal()
  const online = useOnline()
  const query = useEndpoint(unitsEndpoints.list, unitsRequest(asked))
  const ask: Ask = (change, replace = false) => askFor({ page: 1, ...change }, replace)
  return (
    <>
      <PageHead title={t('section.units')} hint={t('units.hint')}>
        {query.data && query.data.total > 0 && (
          <ExportButton
            file={t('section.units')}
            refuse={() => (online ? null : t('trail.exportOffline'))}
            source={async (signal, onProgress) => [await unitsSheet(signal, { portal, asked, t }, onProgress)]}
          />
        )}
        <Link className="k-button" to="/units/health">
          {t('units.health.title')}
        </Link>
        <Link className="k-button k-button--primary" to="/units/new">
          {t('units.new.title')}
        </Link>
      </PageHead>
      <Filters asked={asked} onAsk={ask} />
      <Loaded query={query} lines={6}>
        {(found) => (
          <>
            <p className="visually-hidden" role="status">
              {query.isPlaceholderData ? '' : t('units.found', { count: found.total })}
            </p>
            {found.units.length === 0 ? (
              <NoDataCard
                title={t('units.nothing.title')}
                hint={t('units.nothing.hint')}
                action={<Button onClick={() => ask(ALL_UNITS)}>{t('people.clear')}</Button>}
              />
            ) : (
              <div className="app-card">
                <UnitsTable units={found.units} asked={asked} onAsk={ask} />
                <Pager asked={asked} found={found} waits={query.isPlaceholderData} onAsk={ask} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function Filters({ asked, onAsk }: { asked: UnitsQuery; onAsk: Ask }) {
  const t = useTexts()
  return (
    <div className="ad-units-filters" role="search" aria-label={t('units.search')}>
      <SearchBox
        label={t('units.search')}
        hint={t('units.searchHint')}
        value={asked.query}
        longest={SEARCH_LENGTH}
        onSearch={(query) => onAsk({ query }, true)}
      />
      <select
        className="k-field__input ad-filter"
        aria-label={t('filter.state')}
        value={asked.state}
        data-set={asked.state !== '' || undefined}
        onChange={(event) => onAsk({ state: readState(event.currentTarget.value) })}
      >
        <option value="">{t('filter.all')}</option>
        {UNIT_STATES.map((state) => (
          <option key={state} value={state}>
            {t(`units.state.${state}`)}
          </option>
        ))}
      </select>
    </div>
  )
}

const COLUMNS = ['people', 'storage', 'lastActivity', 'createdAt'] as const

function UnitsTable({ units, asked, onAsk }: { units: readonly UnitRow[]; asked: UnitsQuery; onAsk: Ask }) {
  const t = useTexts()
  const head = (sort: UnitsQuery['sort']) => {
    const isSorted = asked.sort === sort
    return (
      <th key={sort} scope="col" aria-sort={isSorted ? (asked.descending ? 'descending' : 'ascending') : 'none'}>
        <button
          type="button"
          className="ad-sort"
          onClick={() => onAsk({ sort, descending: isSorted ? !asked.descending : sort !== 'name' })}
        >
          {t(`units.column.${sort}`)}
          {isSorted && <Icon svg={asked.descending ? CaretDown : CaretUp} size={14} />}
        </button>
      </th>
    )
  }
  return (
    <div className="ad-scroll">
      <table className="ad-table ad-units" aria-label={t('section.units')}>
        <thead>
          <tr>
            {head('name')}
            <th scope="col">{t('units.column.host')}</th>
            <th scope="col">{t('units.column.type')}</th>
            {COLUMNS.map(head)}
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <UnitLine key={unit.unitId} unit={unit} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function UnitLine({ unit }: { unit: UnitRow }) {
  const t = useTexts()
  const language = useLanguage()
  const { unitId, hosts, unitType, people, storage, lastActivity, createdAt, state } = unit
  const more = hosts.length - 1
  return (
    <tr data-inactive={state !== 'active' || undefined}>
      <th scope="row" className="ad-person">
        <Link to={`/units/${unitId}`} className="ad-person__name">
          {nameIn(unit, language)}
        </Link>{' '}
        <StateTag unit={unit} />
      </th>
      <td data-label={t('units.column.host')}>
        {more > 0 ? t('units.hosts', { host: hosts[0] ?? '', all: hosts.length }) : hosts[0]}
      </td>
      <td data-label={t('units.column.type')}>{t(`units.type.${unitType}`)}</td>
      <td data-label={t('units.column.people')} data-column="people">
        {people.toLocaleString(language)} <RoomTag used={people} limit={unit.peopleLimit} />
      </td>
      <td data-label={t('units.column.storage')} data-column="storage">
        {formatBytes(storage, language)} <RoomTag used={storage} limit={unit.storageLimit} />
      </td>
      <td data-label={t('units.column.lastActivity')} data-column="lastActivity">
        {lastActivity === null ? t('units.never') : <TimeAgo at={lastActivity} />}
      </td>
      <td data-label={t('units.column.createdAt')} data-column="createdAt">
        {new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium' }).format(new Date(createdAt))}
      </td>
    </tr>
  )
}

function Pager({
  asked: { page },
  found: { total, units },
  waits,
  onAsk,
}: {
  asked: UnitsQuery
  found: ResponseOf<typeof unitsEndpoints.list>
  waits: boolean
  onAsk: Ask
}) {
  const t = useTexts()
  const last = Math.ceil(total / PAGE)
  const from = (page - 1) * PAGE + 1
  const turn = (wanted: number) => !waits && wanted >= 1 && wanted <= last && onAsk({ page: wanted })
  return (
    <nav className="ad-pager" aria-label={t('people.pages')}>
      <span>{t('units.shown', { from, to: from + units.length - 1, count: total })}</span>
      {last > 1 && (
        <span className="ad-pager__buttons">
          <Button aria-disabled={page <= 1 || undefined} onClick={() => turn(page - 1)}>
            {t('people.previous')}
          </Button>
          <Button aria-disabled={page >= last || undefined} onClick={() => turn(page + 1)}>
            {t('people.next')}
          </Button>
        </span>
      )}
    </nav>
  )
}
