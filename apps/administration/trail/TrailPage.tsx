import './trail.css'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { adminEventFilters, adminEvents } from '../../../contract/endpoints/admin-events.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { LoadMoreList, type LoadMoreStatus } from '../../../src/app/ui/layout/LoadMore.tsx'
import { useTexts } from '../portal-context.ts'
import { EmptyList } from '../../../src/app/ui/list/ListResult.tsx'
import { useListQuery } from '../../../src/app/ui/list/use-list-query.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { EventEntry } from './EventEntry.tsx'
import { eventsRequest, trailQuery, type TrailQuery } from './trail-query.ts'
import { trailSheet } from './trail-sheet.ts'
import { TrailFilters } from './TrailFilters.tsx'
import { useEventTexts } from './use-event-texts.ts'

/** What administrators and operators changed in the unit, the newest first. */
export default function TrailPage() {
  const t = useTexts()
  const texts = useEventTexts()
  const call = useCall()
  const list = useListQuery(trailQuery)
  const { data: filters } = useEndpoint(adminEventFilters, {})
  const query = useEvents(list.values)

  return (
    <>
      <PageHead
        title={t('section.trail')}
        hint={filters ? t('trail.hint', { days: filters.keptDays }) : t('trail.hintLoading')}
      >
        <ExportButton
          file={t('section.trail')}
          needsNetwork
          source={async (signal) => [await trailSheet(signal, { call, query: list.values, t, texts })]}
        />
      </PageHead>
      <TrailFilters list={list} filters={filters} />
      <Loaded query={query} lines={10}>
        {({ events, names }) =>
          events.length === 0 ? (
            <EmptyList list={list} none={<NoData title={t('trail.none.title')} hint={t('trail.none.hint')} />} />
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
function useEvents(values: TrailQuery) {
  const call = useCall()
  const request = eventsRequest(values)
  const query = useInfiniteQuery({
    queryKey: [adminEvents.name, request],
    queryFn: ({ signal, pageParam }) =>
      call(adminEvents, { ...request, ...(pageParam && { after: pageParam }) }, { signal }),
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
