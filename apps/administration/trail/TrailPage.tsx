import './trail.css'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { adminEventFilters, adminEvents } from '../../../contract/endpoints/admin-events.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { LoadMoreList, type LoadMoreStatus } from '../../../src/app/ui/layout/LoadMore.tsx'
import { Loaded } from '../Loaded.tsx'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { useOnline, usePortal, useTexts } from '../portal-context.ts'
import { useAsked } from '../use-asked.ts'
import { EventEntry } from './EventEntry.tsx'
import { eventsRequest, EVERYTHING, readTrailQuery, writeTrailQuery, type TrailQuery } from './trail-query.ts'
import { trailSheet } from './trail-sheet.ts'
import { TrailFilters } from './TrailFilters.tsx'
import { useEventTexts } from './use-event-texts.ts'

/** What administrators and operators changed in the unit, the newest first. */
export default function TrailPage() {
  const t = useTexts()
  const texts = useEventTexts()
  const portal = usePortal()
  const online = useOnline()
  const [asked, ask] = useAsked(readTrailQuery, writeTrailQuery)
  const { data: filters } = useEndpoint(adminEventFilters, {})
  const query = useEvents(asked)

  return (
    <>
      <PageHead
        title={t('section.trail')}
        hint={filters ? t('trail.hint', { days: filters.keptDays }) : t('trail.hintLoading')}
      >
        <ExportButton
          file={t('trail.file')}
          refuse={() => (online ? null : t('trail.exportOffline'))}
          source={async (signal) => [await trailSheet(signal, { portal, asked, t, texts })]}
        />
      </PageHead>
      <TrailFilters asked={asked} filters={filters} onAsk={ask} />
      <Loaded query={query} lines={10}>
        {({ events, names }) =>
          events.length === 0 ? (
            <NoEvents isFiltered={writeTrailQuery(asked) !== ''} onClear={() => ask(EVERYTHING)} />
          ) : (
            <div className="app-card ad-trail">
              <LoadMoreList
                label={t('trail.list')}
                items={events}
                keyOf={({ eventId }) => eventId}
                status={query.end}
                onMore={() => void query.fetchNextPage()}
              >
                {(event) => <EventEntry event={event} names={names} />}
              </LoadMoreList>
            </div>
          )
        }
      </Loaded>
    </>
  )
}

/** The events of a query, a page at a time; those of another stay until its first page has come. */
function useEvents(asked: TrailQuery) {
  const portal = usePortal()
  const request = eventsRequest(asked)
  const query = useInfiniteQuery({
    queryKey: [adminEvents.name, request],
    queryFn: ({ signal, pageParam }) =>
      portal.call(adminEvents, { ...request, ...(pageParam && { after: pageParam }) }, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      events: pages.flatMap(({ events }) => events),
      names: Object.fromEntries(pages.flatMap(({ names }) => Object.entries(names))),
    }),
  })
  const end: LoadMoreStatus = query.hasNextPage ? 'more' : 'done'
  return { ...query, end: query.isFetching ? 'loading' : query.isError ? 'failed' : end } as const
}

function NoEvents({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useTexts()
  return isFiltered ? (
    <NoDataCard
      title={t('trail.nothing.title')}
      hint={t('trail.nothing.hint')}
      action={<Button onClick={onClear}>{t('trail.clear')}</Button>}
    />
  ) : (
    <NoDataCard title={t('trail.none.title')} hint={t('trail.none.hint')} />
  )
}
