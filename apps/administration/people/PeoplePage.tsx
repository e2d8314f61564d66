import Columns from '@phosphor-icons/core/regular/columns.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as peopleEndpoints from '../../../contract/endpoints/people/people.ts'
import * as structureEndpoints from '../../../contract/endpoints/people/structure.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { PEOPLE_PAGE_MAX, type PersonRow } from '../../../contract/endpoints/people/people.ts'
import { loadPages } from '../../../src/app/micro-apps/load-pages.ts'
import { useDeviceChoice } from '../../../src/app/micro-apps/use-device-choice.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { lateDialog } from '../../../src/app/ui/late-part.tsx'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { Permitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { sheetOf } from '../../../src/app/ui/export/sheet-of.ts'
import { DataTable } from '../../../src/app/ui/list/DataTable.tsx'
import { ListResult } from '../../../src/app/ui/list/ListResult.tsx'
import { useListQuery } from '../../../src/app/ui/list/use-list-query.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { roomOf } from '../units/room.ts'
import { BulkBar } from './BulkBar.tsx'
import { chosenColumns, USUAL_COLUMNS, usePeopleColumns, type PeopleColumn } from './people-columns.tsx'
import { listRequest, PAGE, peopleQuery, type PeopleQuery } from './people-query.ts'
import { PeopleFilters } from './PeopleFilters.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { PersonJobs } from './PersonJobs.tsx'
import { keyOf, useSelectedPeople } from './selection.ts'
import { formatNumber } from '../../../src/app/ui/format/format.ts'

// Seldom opened.
const ColumnsDialog = lateDialog(() => import('./ColumnsDialog.tsx'))

/** The people of the unit, found, filtered and sorted by the server. */
export default function PeoplePage() {
  const { t, personName } = useLocale()
  const title = t('section.people')
  const navigate = useNavigate()
  const list = useListQuery(peopleQuery)
  const query = useEndpoint(peopleEndpoints.list, listRequest(list.values, list.values.page, PAGE))
  const { data: structure } = useEndpoint(structureEndpoints.read, {})
  const columns = usePeopleColumns()
  const [chosen, setChosen] = useDeviceChoice<readonly PeopleColumn[]>('people_columns', chosenColumns, USUAL_COLUMNS)
  const selection = useSelectedPeople()
  const loadAll = useLoadAll(list.values)
  const [dialog, setDialog] = useState<'add' | 'columns' | null>(null)

  return (
    <>
      <PageHead title={title} hint={t('people.hint')}>
        <Permitted codes="base_import">
          <Link className="k-button ad-only-wide" to="/imports">
            {t('section.imports')}
          </Link>
        </Permitted>
        {query.data && query.data.total > 0 && (
          <ExportButton
            file={title}
            needsNetwork
            source={async (signal, onProgress) => [
              sheetOf({ name: title, title }, columns, await loadAll(signal, onProgress)),
            ]}
          />
        )}
        <Button icon={Columns} className="ad-only-wide" onClick={() => setDialog('columns')}>
          {t('people.columns')}
        </Button>
        <Button kind="primary" icon={Plus} data-action="add-person" needsNetwork onClick={() => setDialog('add')}>
          {t('people.add')}
        </Button>
      </PageHead>
      <PersonJobs />
      <PeopleFilters list={list} structure={structure} />
      <Loaded query={query} lines={10}>
        {(found) => (
          <>
            <PeopleLimit limit={found.limit} />
            <BulkBar query={list.values} total={found.total} structure={structure} />
            <ListResult
              list={list}
              size={PAGE}
              total={found.total}
              shown={found.people.length}
              waits={query.isPlaceholderData}
              none={<NoPeople onAdd={() => setDialog('add')} />}
            >
              <DataTable
                label={title}
                rows={found.people}
                columns={columns.filter(({ key }) => key === 'name' || chosen.some((one) => one === key))}
                keyOf={keyOf}
                order={list}
                linkTo={(person) => `/people/${keyOf(person)}`}
                afterLink={otherNameOf}
                isInactive={({ active }) => !active}
                selection={{ ...selection, nameOf: personName }}
              />
            </ListResult>
          </>
        )}
      </Loaded>
      {dialog === 'columns' && <ColumnsDialog columns={chosen} onChange={setChosen} onClose={() => setDialog(null)} />}
      {dialog === 'add' && structure && (
        <PersonDialog
          person={null}
          structure={structure}
          classId={list.values.class || null}
          onClose={() => setDialog(null)}
          onSaved={({ kind, id }) => void navigate(`/people/${kind}/${id}`)}
        />
      )}
    </>
  )
}

/** Loads all people of a query that the reader may see, not only the shown page. Rejects as calls do. */
function useLoadAll(query: PeopleQuery) {
  const call = useCall()
  return async (signal: AbortSignal, onProgress: (part: number) => void) => {
    const request = listRequest(query, 1, PEOPLE_PAGE_MAX)
    const { page: _page, size: _size, sort: _sort, descending: _down, ...filters } = request
    await call(peopleEndpoints.exportList, filters, { signal })
    return loadPages(
      PEOPLE_PAGE_MAX,
      async (page) => {
        const found = await call(peopleEndpoints.list, { ...request, page }, { signal })
        return { total: found.total, rows: found.people }
      },
      keyOf,
      onProgress,
    )
  }
}

const otherNameOf = (person: PersonRow) => <OtherName of={person} />

/** The name in the other language, and whether the account is closed. */
function OtherName({ of: person }: { of: PersonRow }) {
  const { t, personName } = useLocale()
  const name = personName(person)
  const other = name === person.realName ? person.englishName : person.realName
  return (
    <>
      {other !== '' && other !== name && <span className="ad-person__other">{other}</span>}
      {!person.active && <Tag>{t('filter.inactive')}</Tag>}
    </>
  )
}

function NoPeople({ onAdd }: { onAdd: () => void }) {
  const t = useTexts()
  return (
    <NoData
      title={t('people.none.title')}
      hint={t('people.none.hint')}
      action={
        <div className="k-buttons">
          <Button kind="primary" icon={Plus} onClick={onAdd}>
            {t('people.add')}
          </Button>
          <Permitted codes="base_import">
            <Link className="k-button" to="/imports">
              {t('imports.new')}
            </Link>
          </Permitted>
        </div>
      }
    />
  )
}

/** That the unit has nearly as many people as its operator allows, or as many. */
function PeopleLimit({ limit }: { limit: ResponseOf<typeof peopleEndpoints.list>['limit'] }) {
  const { t, language } = useLocale()
  const room = limit && roomOf(limit.used, limit.most)
  if (!limit || room === null || room === 'plenty') return null
  const figures = { used: formatNumber(limit.used, language), limit: formatNumber(limit.most, language) }
  return <p className="k-caution">{t(`people.limit.${room}`, figures)}</p>
}
