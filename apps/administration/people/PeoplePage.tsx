import Columns from '@phosphor-icons/core/regular/columns.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as peopleEndpoints from '../../../contract/endpoints/people/people.ts'
import * as structureEndpoints from '../../../contract/endpoints/people/structure.ts'
import { useDeviceChoice } from '../../../src/app/micro-apps/use-device-choice.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { lateDialog } from '../../../src/app/ui/late-part.tsx'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { Permitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { Loaded } from '../Loaded.tsx'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { useLanguage, useOnline, usePortal, useTexts } from '../portal-context.ts'
import { roomOf } from '../units/room.ts'
import { useAsked } from '../use-asked.ts'
import { BulkBar } from './BulkBar.tsx'
import { chosenColumns, USUAL_COLUMNS, type PeopleColumn } from './people-columns.ts'
import {
  countFilters,
  EVERYONE,
  listRequest,
  PAGE,
  readPeopleQuery,
  writePeopleQuery,
  type PeopleQuery,
} from './people-query.ts'
import { peopleSheet } from './people-sheet.ts'
import { PeopleFilters } from './PeopleFilters.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { PersonJobs } from './PersonJobs.tsx'

// Seldom opened.
const ColumnsDialog = lateDialog(() => import('./ColumnsDialog.tsx'))

/** The people of the unit, found, filtered and sorted by the server. */
export default function PeoplePage() {
  const t = useTexts()
  const online = useOnline()
  const portal = usePortal()
  const language = useLanguage()
  const navigate = useNavigate()
  const [asked, askFor] = useAsked(readPeopleQuery, writePeopleQuery)
  const query = useEndpoint(peopleEndpoints.list, listRequest(asked, asked.page, PAGE))
  const { data: structure } = useEndpoint(structureEndpoints.read, {})
  const [columns, setColumns] = useDeviceChoice<readonly PeopleColumn[]>('people_columns', chosenColumns, USUAL_COLUMNS)
  const [dialog, setDialog] = useState<'add' | 'columns' | null>(null)

  /** Another list begins at its first page. Typing replaces the address, so that "back" leads out of the search. */
  const ask = (change: Partial<PeopleQuery>, replace = false) => askFor({ page: 1, ...change }, replace)

  return (
    <>
      <PageHead title={t('section.people')} hint={t('people.hint')}>
        <Permitted codes="base_import">
          <Link className="k-button ad-only-wide" to="/imports">
            {t('section.imports')}
          </Link>
        </Permitted>
        {query.data && query.data.total > 0 && (
          <ExportButton
            file={t('section.people')}
            refuse={() => (online ? null : t('trail.exportOffline'))}
            source={async (signal, onProgress) => [
              await peopleSheet(signal, { portal, asked, language, t }, onProgress),
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
      <PeopleFilters asked={asked} structure={structure} onAsk={ask} />
      <Loaded query={query} lines={10}>
        {(found) => (
          <>
            <PeopleLimit limit={found.limit} />
            <p className="visually-hidden" role="status">
              {query.isPlaceholderData ? '' : t('people.found', { count: found.total })}
            </p>
            {found.total === 0 ? (
              <NoPeople asked={asked} onAdd={() => setDialog('add')} onClear={() => ask(EVERYONE)} />
            ) : found.people.length === 0 ? (
              <PageGone onFirst={() => ask({})} />
            ) : (
              <>
                <BulkBar asked={asked} total={found.total} structure={structure} />
                <div className="app-card">
                  <PeopleTable
                    people={found.people}
                    asked={asked}
                    columns={columns}
                    onSort={(sort) => ask({ sort, descending: asked.sort === sort && !asked.descending })}
                  />
                  <Pager asked={asked} found={found} waits={query.isPlaceholderData} onTurn={(page) => ask({ page })} />
                </div>
              </>
            )}
          </>
        )}
      </Loaded>
      {dialog === 'columns' && (
        <ColumnsDialog columns={columns} onChange={setColumns} onClose={() => setDialog(null)} />
      )}
      {dialog === 'add' && structure && (
        <PersonDialog
          person={null}
          structure={structure}
          classId={asked.class || null}
          onClose={() => setDialog(null)}
          onSaved={({ kind, id }) => void navigate(`/people/${kind}/${id}`)}
        />
      )}
    </>
  )
}

/** The search has no result, or the unit has no people yet. */
function NoPeople({ asked, onAdd, onClear }: { asked: PeopleQuery; onAdd: () => void; onClear: () => void }) {
  const t = useTexts()
  const isFiltered = asked.query !== '' || countFilters(asked) > 0
  return isFiltered ? (
    <NoDataCard
      title={t('people.nothing.title')}
      hint={t('people.nothing.hint')}
      action={<Button onClick={onClear}>{t('people.clear')}</Button>}
    />
  ) : (
    <NoDataCard
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

/** The page that the address names is not there any more. */
function PageGone({ onFirst }: { onFirst: () => void }) {
  const t = useTexts()
  return <NoDataCard title={t('people.pageGone')} action={<Button onClick={onFirst}>{t('people.firstPage')}</Button>} />
}

function Pager({
  asked: { page },
  found: { total, people },
  waits,
  onTurn,
}: {
  asked: PeopleQuery
  found: ResponseOf<typeof peopleEndpoints.list>
  waits: boolean
  onTurn: (page: number) => void
}) {
  const t = useTexts()
  const last = Math.ceil(total / PAGE)
  const from = (page - 1) * PAGE + 1
  // Not disabled while a page loads: they would lose the focus.
  const turn = (wanted: number) => !waits && wanted >= 1 && wanted <= last && onTurn(wanted)
  return (
    <nav className="ad-pager" aria-label={t('people.pages')}>
      <span>{t('people.shown', { from, to: from + people.length - 1, count: total })}</span>
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

/** That the unit has nearly as many people as its operator allows, or as many. */
function PeopleLimit({ limit }: { limit: ResponseOf<typeof peopleEndpoints.list>['limit'] }) {
  const t = useTexts()
  const language = useLanguage()
  const room = limit && roomOf(limit.used, limit.most)
  if (!limit || room === null || room === 'plenty') return null
  const figures = { used: limit.used.toLocaleString(language), limit: limit.most.toLocaleString(language) }
  return <p className="k-caution">{t(`people.limit.${room}`, figures)}</p>
}
