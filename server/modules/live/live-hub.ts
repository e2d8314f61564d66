import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { waitingCounts, type WaitingCounts } from '../../../contract/endpoints/messages/messages.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Database } from '../../db/database.ts'
import type { Listening } from '../../db/listen.ts'
import type { Log } from '../../runtime/logger.ts'
import { LIVE_CHANNEL, readAnnouncement, type Announcement } from './live.ts'
import type { LiveEvent } from '../../../contract/endpoints/live.ts'

/** Browsers of one person at one server. A browser holds one stream for all of its tabs. */
const CONNECTIONS_EACH = 12
/** Milliseconds until a new stream is refused because the database does not answer. */
const LISTEN_TIMEOUT = 5000
const CHECK_EVERY = 60_000
/** Milliseconds before unreadable counts are read again. Each failure doubles the pause. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 10_000
/**
 * Milliseconds for which a change is also sent to new streams: a page loads its icons and rights before it opens its stream. When the stream opens later
 * than this, the page loads them again by itself (FRESH_FOR of follow-live.ts).
 */
const REPEATED_FOR = 10_000

type Changed = 'messages' | 'todos'

interface ChangeAnnouncement extends Pick<Announcement, 'unitId' | 'userIds'> {
  readonly kind: 'theme' | 'desktop' | 'person' | 'rights'
}

interface PendingUpdate {
  readonly changed: Set<Changed>
  readonly userIds: Set<string>
  readonly messageIds: Set<string>
}

/** Listens for announcements from the first connection on, with one database connection for the whole process. */
export function createLiveHub(database: Pick<Database, 'listen' | 'onceInUnit' | 'callFunction'>, log: Log) {
  const connections = createConnectionTable()
  const pending = new Map<string, PendingUpdate>()
  /** Of units whose counts could not be read last time. */
  const retryPauses = new Map<string, number>()
  let recent: readonly { readonly announcement: ChangeAnnouncement; readonly until: number }[] = []
  let listening: Listening | undefined
  let check: NodeJS.Timeout | undefined
  let flushing = false
  let closed = false

  function startListening(): Promise<void> {
    check ??= setInterval(() => void endLapsed(), CHECK_EVERY).unref()
    listening ??= database.listen(LIVE_CHANNEL, {
      onNotification: (payload) => dispatch(readAnnouncement(payload)),
      // Announcements before this were missed.
      onListening: () => void endLapsed().then(refreshAll),
    })
    return listening.ready
  }

  function refreshAll(): void {
    for (const unitId of connections.unitIds()) {
      enqueue(unitId, ['messages', 'todos'], { userIds: connections.idsOf(unitId) })
    }
  }

  function dispatch(announcement: Announcement | undefined): void {
    if (!announcement) return
    const { kind, unitId, userIds } = announcement
    if (kind === 'signed-out') {
      end(connections.of(unitId, userIds ?? []))
      const ofSessions = (announcement.sessionIds ?? []).flatMap((sessionId) =>
        connections.ofSession(unitId, sessionId),
      )
      if (announcement.quietly) for (const connection of ofSessions) connection.end()
      else end(ofSessions)
    } else if (kind === 'theme' || kind === 'desktop' || kind === 'person' || kind === 'rights') {
      recent = [...stillRecent(), { announcement: { kind, unitId, userIds }, until: Date.now() + REPEATED_FOR }]
      for (const connection of connections.of(unitId, userIds ?? connections.idsOf(unitId))) connection.send({ kind })
    } else if (announcement.messageId !== undefined) {
      enqueue(unitId, [kind], { messageIds: [announcement.messageId] })
    } else {
      enqueue(unitId, [kind], { userIds: userIds ?? connections.idsOf(unitId) })
    }
  }

  const stillRecent = () => recent.filter(({ until }) => until > Date.now())

  /** The kinds of changes that a person's page may have missed before its stream. */
  const recentFor = ({ unitId, userId }: LiveConnection) =>
    new Set(
      stillRecent()
        .filter(({ announcement: one }) => one.unitId === unitId && (one.userIds?.includes(userId) ?? true))
        .map(({ announcement }) => announcement.kind),
    )

  function end(ended: readonly LiveConnection[]): void {
    for (const connection of ended) {
      connection.send({ kind: 'signed-out' })
      connection.end()
    }
  }

  function enqueue(
    unitId: string,
    changed: readonly Changed[],
    { userIds = [], messageIds = [] }: { userIds?: readonly string[]; messageIds?: readonly string[] },
  ): void {
    const connected = userIds.filter((userId) => connections.has(unitId, userId))
    if (connected.length === 0 && (messageIds.length === 0 || connections.idsOf(unitId).length === 0)) return
    const unit = pending.get(unitId) ?? { changed: new Set(), userIds: new Set(), messageIds: new Set() }
    pending.set(unitId, unit)
    for (const one of changed) unit.changed.add(one)
    for (const userId of connected) unit.userIds.add(userId)
    for (const messageId of messageIds) unit.messageIds.add(messageId)
    void flush()
  }

  /** One query for all changes of a unit; later changes wait for the next. */
  async function flush(): Promise<void> {
    if (flushing) return
    flushing = true
    // Joins changes of the same moment, such as a school's new connections.
    await pause(0)
    for (const [unitId, unit] of pending) {
      pending.delete(unitId)
      try {
        await sendCounts(unitId, unit)
        retryPauses.delete(unitId)
      } catch (error) {
        log.warn({ err: error }, 'live counts could not be read')
        if (!closed) retry(unitId, unit)
      }
    }
    flushing = false
  }

  /** Other units do not wait for it. */
  function retry(unitId: string, { changed, userIds, messageIds }: PendingUpdate): void {
    const wait = retryPauses.get(unitId) ?? FIRST_PAUSE
    retryPauses.set(unitId, Math.min(wait * 2, LONGEST_PAUSE))
    const again = () => enqueue(unitId, [...changed], { userIds: [...userIds], messageIds: [...messageIds] })
    setTimeout(again, wait).unref()
  }

  async function sendCounts(unitId: string, { changed, userIds, messageIds }: PendingUpdate): Promise<void> {
    const connected = connections.idsOf(unitId)
    const query = { userIds: [...userIds], messageIds: [...messageIds], connected }
    const counts = await readCounts(database, unitId, query)
    for (const [userId, own] of counts) {
      for (const connection of connections.of(unitId, [userId])) {
        connection.send({ kind: 'counts', changed: [...changed], counts: own })
      }
    }
  }

  /** Sessions also end by time, and an announcement may have been missed. */
  async function endLapsed(): Promise<void> {
    const held = connections.all()
    if (held.length === 0) return
    try {
      const rows = await database.callFunction('portal_good_sessions', [held.map(({ sessionId }) => sessionId)])
      const good = new Set(z.parse(z.array(z.object({ session_id: z.string() })), rows).map((row) => row.session_id))
      end(held.filter(({ sessionId }) => !good.has(sessionId)))
    } catch (error) {
      log.warn({ err: error }, 'the sessions of live connections could not be checked')
    }
  }

  return {
    /** Throws 'live.too_many' when the person has too many connections, 'server.unavailable' when the database cannot be listened to. */
    async checkCapacity({ unitId, userId }: Pick<Session, 'unitId' | 'userId'>): Promise<void> {
      if (connections.of(unitId, [userId]).length >= CONNECTIONS_EACH) throw new PortalError('live.too_many')
      const late = pause(LISTEN_TIMEOUT, 'late' as const, { ref: false })
      if (closed || (await Promise.race([startListening(), late])) === 'late')
        throw new PortalError('server.unavailable')
    },
    /** Sends the connection its counts and the changes of the last moments now, and all changes from now on. Returns a function that removes it. */
    join(connection: LiveConnection): () => void {
      if (closed) {
        connection.end()
        return () => undefined
      }
      connections.add(connection)
      for (const kind of recentFor(connection)) connection.send({ kind })
      enqueue(connection.unitId, ['messages', 'todos'], { userIds: [connection.userId] })
      return () => connections.remove(connection)
    },
    close(): void {
      closed = true
      clearInterval(check)
      for (const connection of connections.all()) connection.end()
    },
  }
}

interface LiveConnection extends Pick<Session, 'unitId' | 'userId' | 'sessionId'> {
  send(event: LiveEvent): void
  end(): void
}

/** The connections to this process, by unit and person. */
function createConnectionTable() {
  const units = new Map<string, Map<string, Set<LiveConnection>>>()

  const connectionsIn = (unitId: string): LiveConnection[] =>
    [...(units.get(unitId)?.values() ?? [])].flatMap((own) => [...own])

  return {
    add(connection: LiveConnection): void {
      const unit = units.get(connection.unitId) ?? new Map<string, Set<LiveConnection>>()
      units.set(connection.unitId, unit)
      const own = unit.get(connection.userId) ?? new Set()
      unit.set(connection.userId, own)
      own.add(connection)
    },
    remove(connection: LiveConnection): void {
      const unit = units.get(connection.unitId)
      const own = unit?.get(connection.userId)
      own?.delete(connection)
      if (own?.size === 0) unit?.delete(connection.userId)
      if (unit?.size === 0) units.delete(connection.unitId)
    },
    has: (unitId: string, userId: string) => units.get(unitId)?.has(userId) ?? false,
    /** A unit's connected people. */
    idsOf: (unitId: string) => [...(units.get(unitId)?.keys() ?? [])],
    of: (unitId: string, userIds: readonly string[]) =>
      userIds.flatMap((userId) => [...(units.get(unitId)?.get(userId) ?? [])]),
    ofSession: (unitId: string, sessionId: string) =>
      connectionsIn(unitId).filter((connection) => connection.sessionId === sessionId),
    all: () => [...units.keys()].flatMap(connectionsIn),
    unitIds: () => [...units.keys()],
  }
}

const counted = z.extend(waitingCounts, { user_id: z.string() })

/** An expression for `readRoute`. */
export const OWN_COUNTS = `json_build_object(
  'message', (select count(*)::int from message_recipient where user_id = portal_user_id() and read_at is null),
  'todo', (select count(*)::int from todo where user_id = portal_user_id() and closed_at is null))`

/** The counts of the people of `userIds`, and of those of `connected` who received one of the messages, in one query. */
async function readCounts(
  database: Pick<Database, 'onceInUnit'>,
  unitId: string,
  { userIds, messageIds, connected }: Record<'userIds' | 'messageIds' | 'connected', readonly string[]>,
): Promise<Map<string, WaitingCounts>> {
  const candidates = messageIds.length === 0 ? userIds : [...new Set([...userIds, ...connected])]
  const rows = await database.onceInUnit(
    { unitId, userId: null },
    sql`select p.user_id,
      (select count(*)::int from message_recipient r where r.user_id = p.user_id and r.read_at is null and portal_sees_about(r.user_id, r.student_id)) as message,
      (select count(*)::int from todo t where t.user_id = p.user_id and t.closed_at is null and portal_sees_about(t.user_id, t.student_id)) as todo
    from unnest(${idList(candidates)}::uuid[]) as p (user_id)
    where p.user_id = any (${idList(userIds)}::uuid[]) or exists (
      select from message_recipient r
      where r.user_id = p.user_id and r.message_id = any (${idList(messageIds)}::uuid[]))`,
  )
  return new Map(z.parse(z.array(counted), rows).map(({ user_id, ...counts }) => [user_id, counts]))
}

/** drizzle would spread a JavaScript array into separate parameters. */
function idList(ids: readonly string[]): string {
  return `{${ids.join(',')}}`
}
