import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Database } from '../../db/database.ts'
import type { Listening } from '../../db/listen.ts'
import type { Log } from '../../runtime/logger.ts'
import { LIVE_CHANNEL, readAnnouncement, type Announcement } from './live.ts'
import { readCounts } from './live-counts.ts'
import type { LiveEvent } from '../../../contract/endpoints/live.ts'

/** A browser holds one stream for all of its tabs; this many browsers of one person hold theirs at one server. */
const CONNECTIONS_EACH = 12
/** A database that is away this long, in milliseconds, is no reason to let somebody wait for their stream. */
const PATIENCE = 5000
const CHECK_EVERY = 60_000
/** First and longest pause before counts that could not be read are read again, in milliseconds; each failure doubles it. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 10_000

/** The people who are connected to this process, and what they are told. */
interface LiveHub {
  /** Makes room for one more connection of a person: 'live.too_many' when they hold too many, 'server.unavailable' when nothing can be heard. */
  admit(session: Pick<Session, 'unitId' | 'userId'>): Promise<void>
  /** From now on the connection is told what changes, and first how things stand. Returns its removal. */
  join(connection: LiveConnection): () => void
  /** Ends every connection. */
  close(): void
}

type Changed = 'messages' | 'todos'

/** What has changed in a unit and has not been told yet. */
interface Untold {
  readonly changed: Set<Changed>
  readonly userIds: Set<string>
  readonly messageIds: Set<string>
}

/** Begins to hear announcements with the first connection, on one connection to the database for the whole process. */
export function createLiveHub(database: Pick<Database, 'listen' | 'onceInUnit' | 'callFunction'>, log: Log): LiveHub {
  const people = createLivePeople()
  const untold = new Map<string, Untold>()
  /** For each unit whose counts could not be read last time, the pause before the next attempt. */
  const retryPauses = new Map<string, number>()
  let listening: Listening | undefined
  let check: NodeJS.Timeout | undefined
  let telling = false
  let closed = false

  function hear(): Promise<void> {
    check ??= setInterval(() => void endLapsed(), CHECK_EVERY).unref()
    listening ??= database.listen(LIVE_CHANNEL, {
      notice: (payload) => pass(readAnnouncement(payload)),
      // What was announced before was not heard. Sessions may have ended, so those go first; everybody else is told how things stand.
      opened: () => void endLapsed().then(tellEverybody),
    })
    return listening.ready
  }

  function tellEverybody(): void {
    for (const [unitId, userIds] of people.everybody()) note(unitId, ['messages', 'todos'], { userIds })
  }

  function pass(said: Announcement | undefined): void {
    if (!said) return
    const { kind, unitId, userIds } = said
    if (kind === 'signed-out') {
      end(people.of(unitId, userIds ?? []))
      const ofSessions = (said.sessionIds ?? []).flatMap((sessionId) => people.ofSession(unitId, sessionId))
      if (said.quietly) for (const connection of ofSessions) connection.end()
      else end(ofSessions)
    } else if (kind === 'theme' || kind === 'desktop' || kind === 'person') {
      for (const connection of people.of(unitId, userIds ?? people.idsOf(unitId))) connection.send({ kind })
    } else if (said.messageId !== undefined) {
      note(unitId, [kind], { messageIds: [said.messageId] })
    } else {
      note(unitId, [kind], { userIds: userIds ?? people.idsOf(unitId) })
    }
  }

  function end(connections: readonly LiveConnection[]): void {
    for (const connection of connections) {
      connection.send({ kind: 'signed-out' })
      connection.end()
    }
  }

  function note(
    unitId: string,
    changed: readonly Changed[],
    { userIds = [], messageIds = [] }: { userIds?: readonly string[]; messageIds?: readonly string[] },
  ): void {
    const connected = userIds.filter((userId) => people.has(unitId, userId))
    if (connected.length === 0 && (messageIds.length === 0 || people.idsOf(unitId).length === 0)) return
    const unit = untold.get(unitId) ?? { changed: new Set(), userIds: new Set(), messageIds: new Set() }
    untold.set(unitId, unit)
    for (const one of changed) unit.changed.add(one)
    for (const userId of connected) unit.userIds.add(userId)
    for (const messageId of messageIds) unit.messageIds.add(messageId)
    void tell()
  }

  /** One reading for everybody of a unit; what is noted meanwhile waits for the next. */
  async function tell(): Promise<void> {
    if (telling) return
    telling = true
    // Notices of the same moment, a school's worth of new connections above all, are told together.
    await pause(0)
    for (const [unitId, unit] of untold) {
      untold.delete(unitId)
      try {
        await tellUnit(unitId, unit)
        retryPauses.delete(unitId)
      } catch (error) {
        log.warn({ err: error }, 'live counts could not be read')
        if (!closed) retry(unitId, unit)
      }
    }
    telling = false
  }

  /** Reads the counts of a unit again later; other units do not wait for it. */
  function retry(unitId: string, { changed, userIds, messageIds }: Untold): void {
    const wait = retryPauses.get(unitId) ?? FIRST_PAUSE
    retryPauses.set(unitId, Math.min(wait * 2, LONGEST_PAUSE))
    const again = () => note(unitId, [...changed], { userIds: [...userIds], messageIds: [...messageIds] })
    setTimeout(again, wait).unref()
  }

  async function tellUnit(unitId: string, { changed, userIds, messageIds }: Untold): Promise<void> {
    const connected = people.idsOf(unitId)
    const counts = await readCounts(database, unitId, {
      userIds: [...userIds],
      messageIds: [...messageIds],
      connected,
    })
    for (const [userId, own] of counts) {
      for (const connection of people.of(unitId, [userId])) {
        connection.send({ kind: 'counts', changed: [...changed], counts: own })
      }
    }
  }

  /** Sessions also end by time, and an announcement may have been missed. */
  async function endLapsed(): Promise<void> {
    const held = people.sessions()
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
    async admit({ unitId, userId }) {
      if (people.of(unitId, [userId]).length >= CONNECTIONS_EACH) throw new PortalError('live.too_many')
      const late = pause(PATIENCE, 'late' as const, { ref: false })
      if (closed || (await Promise.race([hear(), late])) === 'late') throw new PortalError('server.unavailable')
    },
    join(connection) {
      if (closed) {
        connection.end()
        return () => undefined
      }
      people.add(connection)
      note(connection.unitId, ['messages', 'todos'], { userIds: [connection.userId] })
      return () => people.remove(connection)
    },
    close() {
      closed = true
      clearInterval(check)
      for (const connection of people.sessions()) connection.end()
    },
  }
}

/** One stream to one browser. */
interface LiveConnection extends Pick<Session, 'unitId' | 'userId' | 'sessionId'> {
  send(event: LiveEvent): void
  end(): void
}

/** Who is connected to this process, by unit and person. */
interface LivePeople {
  add(connection: LiveConnection): void
  remove(connection: LiveConnection): void
  has(unitId: string, userId: string): boolean
  /** A unit's connected people. */
  idsOf(unitId: string): string[]
  /** The connections of some of a unit's people. */
  of(unitId: string, userIds: readonly string[]): LiveConnection[]
  ofSession(unitId: string, sessionId: string): LiveConnection[]
  /** All connections of all units. */
  sessions(): LiveConnection[]
  /** Each unit with its connected people. */
  everybody(): [unitId: string, userIds: string[]][]
}

function createLivePeople(): LivePeople {
  const units = new Map<string, Map<string, Set<LiveConnection>>>()

  const connectionsIn = (unitId: string): LiveConnection[] =>
    [...(units.get(unitId)?.values() ?? [])].flatMap((own) => [...own])

  return {
    add(connection) {
      const unit = units.get(connection.unitId) ?? new Map<string, Set<LiveConnection>>()
      units.set(connection.unitId, unit)
      const own = unit.get(connection.userId) ?? new Set()
      unit.set(connection.userId, own)
      own.add(connection)
    },
    remove(connection) {
      const unit = units.get(connection.unitId)
      const own = unit?.get(connection.userId)
      own?.delete(connection)
      if (own?.size === 0) unit?.delete(connection.userId)
      if (unit?.size === 0) units.delete(connection.unitId)
    },
    has: (unitId, userId) => units.get(unitId)?.has(userId) ?? false,
    idsOf: (unitId) => [...(units.get(unitId)?.keys() ?? [])],
    of: (unitId, userIds) => userIds.flatMap((userId) => [...(units.get(unitId)?.get(userId) ?? [])]),
    ofSession: (unitId, sessionId) => connectionsIn(unitId).filter((connection) => connection.sessionId === sessionId),
    sessions: () => [...units.keys()].flatMap(connectionsIn),
    everybody: () => [...units].map(([unitId, unit]) => [unitId, [...unit.keys()]]),
  }
}
