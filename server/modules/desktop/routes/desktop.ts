import type { FastifyInstance } from 'fastify'
import { accessDetail } from '../../../../contract/endpoints/desktop.ts'
import { resetOrder, saveOrder } from '../../../../contract/endpoints/desktop-order.ts'
import { people, searchIndex } from '../../../../contract/endpoints/desktop-search.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { route } from '../../../http/route.ts'
import { noteAccess } from '../access-log.ts'
import { resetDesktopOrder, saveDesktopOrder } from '../desktop-order.ts'
import { findPeople } from '../people-search.ts'
import { readSearchIndex } from '../search-index.ts'
import { requireOwn } from '../../../http/require-own.ts'

/** As fast as anybody types, and too slow to copy a school's list of people in passing. */
const SEARCHES_PER_MINUTE = 120

/** Registers what a person does on the desktop: the order of icons, search, and the note that an application was opened. */
export function registerDesktopRoutes(app: FastifyInstance): void {
  route(app, saveOrder, async ({ groups }, { tx, session }) => {
    await saveDesktopOrder(tx, session, groups)
    return 'success' as const
  })
  route(app, resetOrder, async (_, { tx, session }) => {
    await resetDesktopOrder(tx, session)
    return 'success' as const
  })
  route(app, searchIndex, (_, { tx, session }) => readSearchIndex(tx, session))
  route(app, accessDetail, async (input, { tx, session }) => {
    requireOwn(session, input)
    await noteAccess(tx, session, input.resId, input.type)
    return 'success' as const
  })

  const limit = app.createRateLimit({
    max: SEARCHES_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => request.callContext?.session?.userId ?? request.ip,
  })
  route(app, people, async ({ query }, { tx, session, request }) => {
    const rate = await limit(request)
    if (!rate.isAllowed && rate.isExceeded)
      throw new PortalError('request.rate_limited', { retryAfter: rate.ttlInSeconds })
    return findPeople(tx, session, query)
  })
}
