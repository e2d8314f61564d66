import { adminEvents, EVENTS_MAX, type AdminEvent } from '../../../contract/endpoints/admin-events.ts'
import type { RequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type { Portal, Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import type { Translate } from '../portal-context.ts'
import { readDifferences } from './differences.ts'
import { eventsRequest, type TrailQuery } from './trail-query.ts'
import type { Names, useEventTexts } from './use-event-texts.ts'

/** As many rows as a sheet is styled for. */
const ROWS_MAX = 20_000

/** All events of a query, not only those that are shown; of too many the latest. Rejects as calls do. */
export async function trailSheet(
  signal: AbortSignal,
  {
    portal,
    asked,
    t,
    texts,
  }: { portal: Portal; asked: TrailQuery; t: Translate; texts: ReturnType<typeof useEventTexts> },
): Promise<Sheet> {
  const { events, names, isCut } = await readAll(signal, portal, asked)
  const title = t('section.trail')
  return {
    name: title,
    title: isCut ? `${title} · ${t('trail.latest', { count: ROWS_MAX })}` : title,
    columns: [
      { heading: t('trail.time'), kind: 'datetime' },
      { heading: t('trail.actor') },
      { heading: t('column.loginName') },
      { heading: t('trail.action') },
      { heading: t('trail.target') },
      { heading: t('trail.changes') },
      { heading: t('trail.kind') },
      { heading: t('trail.address') },
      { heading: t('trail.device') },
    ],
    rows: events.map((event) => [
      wallClock(event.at),
      texts.actor(event),
      event.actor?.loginName ?? '',
      texts.action(event.action),
      texts.target(event),
      readDifferences(event.changes)
        .map((one) => texts.line(one, event.action, names))
        .join('\n'),
      t(`trail.kinds.${event.kind}`),
      event.address,
      event.userAgent,
    ]),
  }
}

async function readAll(signal: AbortSignal, portal: Portal, asked: TrailQuery) {
  const events: AdminEvent[] = []
  let names: Names = {}
  let request: RequestOf<typeof adminEvents> | null = { ...eventsRequest(asked), size: EVENTS_MAX }
  while (request !== null && events.length < ROWS_MAX) {
    const page: ResponseOf<typeof adminEvents> = await portal.call(adminEvents, request, { signal, quiet: true })
    events.push(...page.events)
    names = { ...names, ...page.names }
    request = page.next === null ? null : { ...request, after: page.next }
  }
  return { events: events.slice(0, ROWS_MAX), names, isCut: request !== null }
}
