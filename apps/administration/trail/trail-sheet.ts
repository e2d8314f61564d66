import { adminEvents, EVENTS_MAX, type AdminEvent } from '../../../contract/endpoints/admin-events.ts'
import type { RequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type { Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import type { Caller } from '../../../src/app/core/api/call-context.ts'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import { sheetOf, type ValueColumn } from '../../../src/app/ui/export/sheet-of.ts'
import type { Translate } from '../portal-context.ts'
import { readDifferences } from './differences.ts'
import { eventsRequest, type TrailQuery } from './trail-query.ts'
import type { Names, useEventTexts } from './use-event-texts.ts'

/** As many rows as a sheet is styled for. */
const ROWS_MAX = 20_000

/** All events of a query, not only those that are shown; of too many the latest. Rejects as calls do. */
export async function trailSheet(
  signal: AbortSignal,
  { call, query, t, texts }: { call: Caller; query: TrailQuery; t: Translate; texts: ReturnType<typeof useEventTexts> },
): Promise<Sheet> {
  const { events, names, isCut } = await readAll(signal, call, query)
  const title = t('section.trail')
  const columns: readonly ValueColumn<AdminEvent>[] = [
    { heading: t('messages.time'), kind: 'datetime', value: ({ at }) => wallClock(at) },
    { heading: t('trail.actor'), value: texts.actor },
    { heading: t('column.loginName'), value: ({ actor }) => actor?.loginName ?? '' },
    { heading: t('trail.action'), value: ({ action }) => texts.action(action) },
    { heading: t('trail.target'), value: texts.target },
    {
      heading: t('trail.changes'),
      value: ({ changes, action }) =>
        readDifferences(changes)
          .map((one) => texts.line(one, action, names))
          .join('\n'),
    },
    { heading: t('trail.fields.outcome'), value: ({ kind }) => t(`trail.kinds.${kind}`) },
    { heading: t('trail.address'), value: ({ address }) => address },
    { heading: t('trail.device'), value: ({ userAgent }) => userAgent },
  ]
  const latest = isCut ? ` · ${t('trail.latest', { count: ROWS_MAX })}` : ''
  return sheetOf({ name: title, title: `${title}${latest}` }, columns, events)
}

async function readAll(signal: AbortSignal, call: Caller, query: TrailQuery) {
  const events: AdminEvent[] = []
  let names: Names = {}
  let request: RequestOf<typeof adminEvents> | null = { ...eventsRequest(query), size: EVENTS_MAX }
  while (request !== null && events.length < ROWS_MAX) {
    const page: ResponseOf<typeof adminEvents> = await call(adminEvents, request, { signal })
    events.push(...page.events)
    names = { ...names, ...page.names }
    request = page.next === null ? null : { ...request, after: page.next }
  }
  return { events: events.slice(0, ROWS_MAX), names, isCut: request !== null }
}
