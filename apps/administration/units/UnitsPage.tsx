import { Link } from 'react-router-dom'
import * as unitsEndpoints from '../../../contract/endpoints/units/units.ts'
import { UNIT_STATES, UNITS_PAGE_MAX, type UnitRow } from '../../../contract/endpoints/units/units.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { loadPages } from '../../../src/app/micro-apps/load-pages.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import { formatBytes, formatDate, formatNumber } from '../../../src/app/ui/format/format.ts'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { usePortal, useTexts, useLocale } from '../portal-context.ts'
import { sheetOf } from '../../../src/app/ui/export/sheet-of.ts'
import type { Column } from '../../../src/app/ui/list/columns.ts'
import { DataTable } from '../../../src/app/ui/list/DataTable.tsx'
import { FilterBar, FilterSelect } from '../../../src/app/ui/list/FilterBar.tsx'
import { ListResult } from '../../../src/app/ui/list/ListResult.tsx'
import { useListQuery } from '../../../src/app/ui/list/use-list-query.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { RoomTag, StateTag } from './StateTag.tsx'
import { PAGE, SEARCH_LENGTH, unitsQuery, unitsRequest } from './units-query.ts'

const keyOf = ({ unitId }: UnitRow) => unitId
const stateOf = (unit: UnitRow) => <StateTag unit={unit} />

/** The units of the installation with their figures, for the operator. */
export default function UnitsPage() {
  const t = useTexts()
  const title = t('section.units')
  const portal = usePortal()
  const list = useListQuery(unitsQuery)
  const query = useEndpoint(unitsEndpoints.list, unitsRequest(list.values))
  const columns = useUnitColumns()

  /** All units of the query, not only the shown page. */
  const loadAll = (signal: AbortSignal, onProgress: (part: number) => void) =>
    loadPages(
      UNITS_PAGE_MAX,
      async (page) => {
        const request = { ...unitsRequest(list.values), page, size: UNITS_PAGE_MAX }
        const found = await portal.call(unitsEndpoints.list, request, { signal, quiet: true })
        return { total: found.total, rows: found.units }
      },
      keyOf,
      onProgress,
    )

  return (
    <>
      <PageHead title={title} hint={t('units.hint')}>
        {query.data && query.data.total > 0 && (
          <ExportButton
            file={title}
            needsNetwork
            source={async (signal, onProgress) => [
              sheetOf({ name: title, title }, columns, await loadAll(signal, onProgress)),
            ]}
          />
        )}
        <Link className="k-button" to="/units/health">
          {t('units.health.title')}
        </Link>
        <Link className="k-button k-button--primary" to="/units/new">
          {t('units.new.title')}
        </Link>
      </PageHead>
      <FilterBar list={list} label={t('units.search')} hint={t('units.searchHint')} longest={SEARCH_LENGTH}>
        <FilterSelect
          list={list}
          name="state"
          label={t('filter.state')}
          every={t('filter.all')}
          options={UNIT_STATES.map((state) => [state, t(`units.state.${state}`)])}
        />
      </FilterBar>
      <Loaded query={query} lines={6}>
        {({ total, units }) => (
          <ListResult
            list={list}
            size={PAGE}
            total={total}
            shown={units.length}
            waits={query.isPlaceholderData}
            // The operator's own unit is always there.
            none={null}
          >
            <DataTable
              label={title}
              rows={units}
              columns={columns}
              keyOf={keyOf}
              order={list}
              linkTo={({ unitId }) => `/units/${unitId}`}
              afterLink={stateOf}
              isInactive={({ state }) => state !== 'active'}
            />
          </ListResult>
        )}
      </Loaded>
    </>
  )
}

function useUnitColumns(): readonly Column<UnitRow>[] {
  const { t, language, nameOf } = useLocale()
  return [
    {
      key: 'name',
      heading: t('units.column.name'),
      sort: 'name',
      value: ({ name }) => name,
      cell: (unit) => nameOf(unit),
    },
    { key: 'englishName', heading: t('form.englishName'), isSheetOnly: true, value: ({ englishName }) => englishName },
    {
      key: 'host',
      heading: t('trail.fields.url'),
      value: ({ hosts }) => hosts.join('\n'),
      cell: ({ hosts }) =>
        hosts.length > 1 ? t('units.hosts', { host: hosts[0] ?? '', all: hosts.length }) : hosts[0],
    },
    { key: 'type', heading: t('column.type'), value: ({ unitType }) => t(`units.type.${unitType}`) },
    {
      key: 'state',
      heading: t('filter.state'),
      isSheetOnly: true,
      value: ({ state }) => t(`units.state.${state}`),
    },
    {
      key: 'people',
      heading: t('units.column.people'),
      sort: 'people',
      isDescendingFirst: true,
      isLabelled: true,
      kind: 'number',
      value: ({ people }) => people,
      cell: ({ people, peopleLimit }) => (
        <>
          {formatNumber(people, language)} <RoomTag used={people} limit={peopleLimit} />
        </>
      ),
    },
    {
      key: 'storage',
      heading: t('units.column.storage'),
      sort: 'storage',
      isDescendingFirst: true,
      cell: ({ storage, storageLimit }) => (
        <>
          {formatBytes(storage, language)} <RoomTag used={storage} limit={storageLimit} />
        </>
      ),
    },
    {
      key: 'bytes',
      heading: t('units.bytes'),
      isSheetOnly: true,
      kind: 'number',
      value: ({ storage }) => storage,
    },
    {
      key: 'lastActivity',
      heading: t('units.column.lastActivity'),
      sort: 'lastActivity',
      isDescendingFirst: true,
      isLabelled: true,
      kind: 'datetime',
      value: ({ lastActivity }) => (lastActivity === null ? '' : wallClock(lastActivity)),
      cell: ({ lastActivity }) => (lastActivity === null ? t('units.never') : <TimeAgo at={lastActivity} />),
    },
    {
      key: 'createdAt',
      heading: t('units.column.createdAt'),
      sort: 'createdAt',
      isDescendingFirst: true,
      isLabelled: true,
      kind: 'datetime',
      value: ({ createdAt }) => wallClock(createdAt),
      cell: ({ createdAt }) => formatDate(new Date(createdAt), language, { dateStyle: 'medium' }),
    },
  ]
}
