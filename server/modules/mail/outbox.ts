import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { mailProblem, type UndeliveredMail } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Database, Tx } from '../../db/database.ts'
import { isoText, queryOne, queryRows, queryValue } from '../../db/query.ts'
import { outgoingMail } from '../../db/tables.generated.ts'
import { cleanUp, inBatches } from '../../jobs/clean-up.ts'
import { JobPostponed, JobRefused } from '../../jobs/task.ts'
import { type Email, hasMail, isPermanent, openMail, sendMail, type UnitMail } from './unit-mail.ts'

/** Seconds of one attempt, and for which another process leaves the mail alone: longer than the attempt. */
const SECONDS = 60
const CLAIM = '2 minutes'
/** Seven waits that grow to an hour, and hours for the rest of two days. */
const RETRY = { after: 30, times: 54 }
/** Of this process, in all and to one unit's mail server. */
const AT_ONCE = 12
const UNIT_AT_ONCE = 4
/** Milliseconds for which a unit's mail is not tried after its server could not be reached: its other mails would only occupy the runs of other units. */
const AWAY = 2000
/** At most as many mails are tried again at once. */
const AGAIN_MAX = 1000

const job = z.object({ unitId: z.string(), mailId: z.string(), turn: z.number() })
type Job = z.infer<typeof job>
const letter = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() })

export type Outbox = ReturnType<typeof createOutbox>

declare module 'fastify' {
  interface FastifyInstance {
    readonly outbox: Outbox
  }
}

/** Mail that is accepted within a transaction and sent after it, over failures and restarts. */
export function createOutbox(app: Pick<FastifyInstance, 'database' | 'vault' | 'jobs' | 'mailAddresses'>) {
  const { database, vault, jobs, mailAddresses } = app
  /** The server of a unit that could not be reached, until when it is left alone, and how it failed. */
  const away = new Map<string, { readonly server: string; readonly until: number; readonly error: unknown }>()

  jobs.handle({
    name: 'mail',
    lane: 'person',
    data: job,
    seconds: SECONDS,
    retry: RETRY,
    atOnce: AT_ONCE,
    share: { atOnce: UNIT_AT_ONCE, keyOf: ({ unitId }) => unitId },
    run: deliver,
    onDead: (dead, code) => database.inUnit({ unitId: dead.unitId, userId: null }, (tx) => giveUp(tx, dead, code)),
  })
  jobs.schedule({ name: 'mail', everyHours: 1, run: (signal) => cleanUpMail(database, signal) })

  async function deliver({ unitId, mailId, turn }: Job, signal: AbortSignal): Promise<void> {
    const inUnit = <T>(work: (tx: Tx) => Promise<T>) => database.inUnit({ unitId, userId: null }, work)
    const claimed = await inUnit((tx) => claim(tx, mailId, turn))
    // Sent already, discarded, or started over.
    if (claimed === undefined) return
    const { sealed, lapsed, mail } = claimed
    try {
      if (sealed === null || lapsed) throw new PortalError('mail.lapsed')
      if (!mail) throw new PortalError('mail.not_set_up')
      const email = letter.parse(JSON.parse(vault.open(sealed, contextOf(mailId))))
      await send(unitId, mail, email, mailId, signal)
    } catch (error) {
      if (signal.aborted) {
        await inUnit((tx) => release(tx, mailId, null))
        throw error
      }
      await inUnit((tx) => release(tx, mailId, error instanceof PortalError ? error.code : null))
      throw isPermanent(error) ? new JobRefused('the mail is refused', { cause: error }) : error
    }
    await jobs.whileUnavailable(() => inUnit((tx) => tx.delete(outgoingMail).where(eq(outgoingMail.mailId, mailId))))
  }

  async function send(
    unitId: string,
    mail: UnitMail,
    email: Email,
    mailId: string,
    signal: AbortSignal,
  ): Promise<void> {
    const known = away.get(unitId)
    const server = `${mail.host} ${mail.port}`
    if (known?.server === server && known.until > performance.now()) throw known.error
    away.delete(unitId)
    try {
      await sendMail(mail, email, mailAddresses, { id: mailId, signal })
    } catch (error) {
      if (error instanceof PortalError && error.code === 'mail.unreachable')
        away.set(unitId, { server, until: performance.now() + AWAY, error })
      throw error
    }
  }

  /** The mail for the present attempt, or undefined when there is none any more. Throws JobPostponed while another process sends it. */
  async function claim(tx: Tx, mailId: string, turn: number) {
    const [found] = await tx
      .select({
        sealed: outgoingMail.sealed,
        isClaimed: sql<boolean>`coalesce(${outgoingMail.claimedUntil} > now(), false)`,
        lapsed: sql<boolean>`coalesce(${outgoingMail.lapsesAt} <= now(), false)`,
      })
      .from(outgoingMail)
      .where(isTurn(mailId, turn))
      .for('update')
    if (!found) return undefined
    if (found.isClaimed) throw new JobPostponed(SECONDS)
    await tx.execute(sql`update outgoing_mail set claimed_until = now() + ${CLAIM}::interval where mail_id = ${mailId}`)
    return { ...found, mail: await openMail(tx, vault) }
  }

  return {
    /**
     * Accepts a mail to a person: it is sent once the transaction is committed. A unit without a mail server accepts none. What is in it is not sent
     * after `lapsesInMinutes`.
     */
    async accept(
      tx: Tx,
      { unitId, userId }: { readonly unitId: string; readonly userId: string },
      email: Email,
      lapsesInMinutes?: number,
    ): Promise<void> {
      if (!(await hasMail(tx))) return
      const mailId = await queryValue(tx, z.string())`select portal_new_id()`
      const sealed = vault.seal(JSON.stringify(email), contextOf(mailId))
      // Null without a time.
      const lapsesAt = sql`now() + make_interval(mins => ${lapsesInMinutes ?? null})`
      await tx.insert(outgoingMail).values({ mailId, unitId, userId, sealed, lapsesAt })
      await jobs.send(tx, 'mail', [{ unitId, mailId, turn: 0 }])
    },

    /** Tries the unit's mail at once that waits after a failure or has failed for good, unless it has lapsed. */
    async sendAgain(tx: Tx, unitId: string): Promise<void> {
      const again = await queryRows(tx, z.object({ mailId: z.string(), turn: z.number() }))`
        update outgoing_mail set failed_at = null, turn = turn + 1 where mail_id in (
          select mail_id from outgoing_mail where ${isTried} and ${isSendable} order by accepted_at limit ${AGAIN_MAX})
        returning mail_id as "mailId", turn`
      const sent = again.map((each) => ({ ...each, unitId }))
      await jobs.send(tx, 'mail', sent)
    },

    /** Deletes the unit's mail that failed for good. */
    async discard(tx: Tx): Promise<void> {
      await tx.delete(outgoingMail).where(isNotNull(outgoingMail.failedAt))
    },
  }
}

const isTried = sql`(failed_at is not null or attempts > 0)`
const isSendable = sql`(sealed is not null and (lapses_at is null or lapses_at > now()))`
const isTurn = (mailId: string, turn: number) =>
  and(eq(outgoingMail.mailId, mailId), eq(outgoingMail.turn, turn), isNull(outgoingMail.failedAt))
const contextOf = (mailId: string) => `outgoing mail ${mailId}`

/** Of the transaction's unit; null when nothing waits after a failure or has failed. */
export async function readUndelivered(tx: Tx): Promise<UndeliveredMail | null> {
  const found = await queryOne(tx, undelivered)`
    select count(failed_at)::integer as failed, (count(*) - count(failed_at))::integer as waiting,
      (count(*) filter (where ${isSendable}))::integer as sendable, ${isoText(sql`min(accepted_at)`)} as since,
      (array_agg(reason order by mail_id desc))[1] as reason
    from outgoing_mail where ${isTried}`
  const { since, reason, ...counts } = found
  return since === null
    ? null
    : { ...counts, since, reason: z.safeParse(mailProblem, reason).data ?? 'mail.unreachable' }
}

const undelivered = z.object({
  failed: z.number(),
  waiting: z.number(),
  sendable: z.number(),
  since: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

/** `reason`: of an attempt that counts; null for one that was broken off. A mail that lapsed failed for what happened before. */
async function release(tx: Tx, mailId: string, reason: string | null): Promise<void> {
  const kept = reason === null || reason === 'mail.lapsed'
  await tx.execute(sql`
    update outgoing_mail set claimed_until = null, attempts = attempts + ${reason === null ? 0 : 1}::integer,
      reason = ${kept ? sql`coalesce(reason, ${reason})` : sql`${reason}`}
    where mail_id = ${mailId}`)
}

async function giveUp(tx: Tx, { mailId, turn }: Job, code: string): Promise<void> {
  await tx.execute(sql`
    update outgoing_mail set failed_at = now(), claimed_until = null, reason = coalesce(reason, ${code}),
      sealed = case when ${code === 'mail.lapsed'}::boolean then null else sealed end
    where ${isTurn(mailId, turn)}`)
}

/** Deletes mail that is of no use any more, in every unit. Needs the owner's transaction. */
async function cleanUpMail(database: Database, signal: AbortSignal): Promise<void> {
  await cleanUp(
    database,
    [{ from: outgoingMail, where: lt(outgoingMail.acceptedAt, sql`now() - interval '30 days'`) }],
    signal,
  )
  const forgetLapsed = async (tx: Tx, most: number) => {
    const { rowCount } = await tx.execute(sql`
      update outgoing_mail set sealed = null where mail_id in (
        select mail_id from outgoing_mail where sealed is not null and lapses_at < now() limit ${most})`)
    return rowCount ?? 0
  }
  await inBatches(database, forgetLapsed, signal)
}
