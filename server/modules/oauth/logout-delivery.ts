import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import type { Database } from '../../db/database.ts'
import { errorMessage } from '../../runtime/errors.ts'
import type { Log } from '../../runtime/logger.ts'
import type { OutgoingAddresses } from '../../runtime/outgoing-addresses.ts'
import { createProviderFetch, type ProviderFetch } from '../identity-providers/provider-fetch.ts'
import {
  ATTEMPTS_MAX,
  CLAIMED_MAX,
  claimEndedSessions,
  endExpiredSessions,
  type EndedSession,
  forgetEndedSession,
  LOGOUT_CHANNEL,
} from './ended-sessions.ts'
import type { Issuers } from './issuer.ts'

/** Milliseconds for an application's answer. */
const TIMEOUT = 5000
const CONCURRENCY = 5
const FIVE_MINUTES_IN_HOURS = 1 / 12

interface DeliveryDeps {
  readonly database: Database
  readonly issuers: Pick<Issuers, 'signLogoutToken'>
  readonly ask: ProviderFetch
  readonly log: Log
}

/** Tells applications which sessions have ended: at once after the commit, and again every five minutes what failed. */
export function registerLogoutDelivery(
  app: FastifyInstance,
  issuers: Pick<Issuers, 'signLogoutToken'>,
  addresses: OutgoingAddresses,
): void {
  const { database, log } = app
  const deps = { database, issuers, log, ask: createProviderFetch([], { timeout: TIMEOUT, addresses }) }
  const oneByOne = pLimit(1)
  // A run that waits finds what is due by then.
  const run = async () => {
    if (oneByOne.pendingCount === 0) await oneByOne(() => deliverDue(deps))
  }
  const kick = () => void run().catch((error: unknown) => log.warn({ err: error }, 'logout tokens wait'))

  const listening = database.listen(LOGOUT_CHANNEL, { onNotification: kick, onListening: () => undefined })
  app.jobs.schedule({ name: 'logout tokens', everyHours: FIVE_MINUTES_IN_HOURS, run })
  app.jobs.schedule({
    name: 'expired sessions of applications',
    everyHours: 1,
    run: (signal) => endExpiredSessions(database, signal),
  })
  app.addHook('onClose', async () => {
    await listening.close()
    await oneByOne(async () => undefined)
  })
}

/** Delivers the logout tokens that are due, of all units. Several processes may do so at once: each takes its own. */
export async function deliverDue(deps: DeliveryDeps): Promise<void> {
  const atOnce = pLimit(CONCURRENCY)
  let claimed: number
  do {
    const ended = await deps.database.asOwner(claimEndedSessions)
    claimed = ended.length
    await Promise.all(ended.map((one) => atOnce(() => deliver(deps, one))))
  } while (claimed === CLAIMED_MAX)
}

/** No transaction is open during the request. */
async function deliver({ database, issuers, ask, log }: DeliveryDeps, ended: EndedSession): Promise<void> {
  const { unitId, clientId, attempts } = ended
  const about = { unit: unitId, client: clientId, attempts }
  const problem = await send(issuers, ask, ended)
  const isOver = problem === undefined || problem.isFinal || attempts >= ATTEMPTS_MAX
  if (isOver) await database.inUnit({ unitId, userId: null }, (tx) => forgetEndedSession(tx, ended))
  if (problem !== undefined)
    log.warn({ ...about, reason: problem.reason, givenUp: isOver }, 'an application was not told that a session ended')
}

interface Problem {
  readonly reason: string
  /** Another attempt would fail as well. */
  readonly isFinal: boolean
}

async function send(
  issuers: DeliveryDeps['issuers'],
  ask: ProviderFetch,
  ended: EndedSession,
): Promise<Problem | undefined> {
  try {
    const token = await issuers.signLogoutToken(ended)
    if (token === undefined) return undefined
    const { status } = await ask(ended.uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }),
    })
    if (status === 200 || status === 204) return undefined
    return { reason: `HTTP ${status}`, isFinal: status < 500 && ![408, 425, 429].includes(status) }
  } catch (error) {
    return { reason: errorMessage(error instanceof Error && error.cause ? error.cause : error), isFinal: false }
  }
}
