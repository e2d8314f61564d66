import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres/session'
import { PgDialect } from 'drizzle-orm/pg-core'
import { Client, Pool, type ClientConfig, type PoolClient, type PoolConfig, type QueryConfig, types } from 'pg'
import * as z from 'zod/mini'
import { PortalError } from '../../contract/portal-error.ts'
import type { Log } from '../runtime/logger.ts'
import { type CallResult, type Database, isRowId, type Scope, type Tx } from './database.ts'
import { isConnectionFailure, isSilence, toFailure, toUnavailable } from './failures.ts'
import { createListener } from './listen.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { type CallKind, CONNECT_WAIT, POOL_WAIT, limitOptions, limitStatements, readWait } from './time-limits.ts'

const results = z.tuple([z.unknown(), z.object({ rows: z.array(z.record(z.string(), z.unknown())) })])
const dialect = new PgDialect()
/** Connections for what every page asks: as many as keep PostgreSQL busy while answers are read. */
const READERS = 2

// Set once for the whole process, drizzle included: int8 (sizes, counts) arrives as a number, and a value beyond its range is an error instead
// of being rounded.
types.setTypeParser(types.builtins.INT8, (text) => {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} does not fit into a safe integer`)
})

/**
 * The role is set as the connection starts, so no query can run as the owner by a forgotten statement. Without compilation of plans, as in the bundled PostgreSQL: it takes
 * longer than the statements of a page.
 */
const AS_APPLICATION = `-c role=portal_app -c jit=off ${limitOptions('interactive')}`
/**
 * Connections for the owner's work: one listens for jobs, and a statement of minutes on another leaves the third to say that this process lives, without which others
 * would take its jobs. And the one on which this process listens for announcements.
 */
const OWNERS = 3
const LISTENERS = 1
/** The connection that keeps the data folder or the bundled server for this process (`locks.ts`). */
const LOCKS = 1
/** The fewest that work. */
export const CONNECTIONS_LEAST = READERS + OWNERS + LISTENERS + LOCKS + 1
/** Milliseconds for which calls are refused at once after PostgreSQL gave no answer: they would only wait in a row. */
const SILENCE = 1000
const NO_ANSWER = 'the database has just given no answer'

export interface DatabaseOptions {
  readonly connection: ClientConfig
  readonly log: Log
  /** Of this process, all in all: requests share what is left by the other kinds. */
  readonly connections?: number
  /** Awaited before a call fails because PostgreSQL's disk is full. */
  readonly onDiskFull?: () => Promise<void>
}

/** Opens the pools of the application's and of the owner's role, which connect on first use. */
export function openDatabase({
  connection,
  log,
  connections = 12,
  onDiskFull = async () => undefined,
}: DatabaseOptions): Database {
  const asApplication = (name: string) => ({ ...connection, application_name: name, options: AS_APPLICATION })
  const max = connections - (CONNECTIONS_LEAST - 1)
  const app = createPool({ ...asApplication('school-portal'), max }, log)
  const readers = openPipeline(asApplication('school-portal reader'), READERS, log)
  // The queue of jobs sends statements of its own, which must not wait long for a PostgreSQL that hangs.
  const asOwner = { ...connection, application_name: 'school-portal owner', options: limitOptions('interactive') }
  const owner = createPool({ ...asOwner, max: OWNERS }, log)
  const listener = createListener(asApplication('school-portal live'), log)
  let closing: Promise<unknown> | undefined
  let silentUntil = -Infinity
  /** Calls that wait for a connection, and how each is ended. */
  const waiting = new Set<() => void>()

  function noteSilence(): void {
    silentUntil = performance.now() + SILENCE
    for (const refuse of waiting) refuse()
  }

  /** The failure of a call that reached for the database, as callers get it. */
  async function explain(error: unknown): Promise<unknown> {
    if (isSilence(error)) noteSilence()
    const failure = toFailure(error)
    if (failure instanceof PortalError && failure.code === 'storage.disk_full') await onDiskFull()
    return failure
  }

  /** Waits for a connection only as long as PostgreSQL answers on others. */
  async function connect(pool: Pool): Promise<PoolClient> {
    if (performance.now() < silentUntil) throw toUnavailable(new Error(NO_ANSWER))
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        waiting.delete(refuse)
        reject(toUnavailable(new Error(NO_ANSWER)))
      }
      waiting.add(refuse)
      pool.connect().then(
        (client) => (waiting.delete(refuse) ? resolve(client) : client.release()),
        (error: unknown) => {
          if (isSilence(error)) noteSilence()
          waiting.delete(refuse)
          reject(toUnavailable(error))
        },
      )
    })
  }

  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await connect(app)
    let isBroken = false
    try {
      return await work(client)
    } catch (error) {
      isBroken = isConnectionFailure(error)
      throw await explain(error)
    } finally {
      client.release(isBroken)
    }
  }

  /** `work` on the connections for reading. */
  async function read<T>(work: () => Promise<T>): Promise<T> {
    if (performance.now() < silentUntil) throw toUnavailable()
    return work().catch(async (error: unknown) => {
      throw await explain(error)
    })
  }

  async function runTransaction<T>(
    pool: Pool,
    begin: string,
    kind: CallKind,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const client = await connect(pool)
    const timed = withReadWait(client, kind)
    let isBroken = false
    try {
      await timed.query(begin)
      const tx: Tx = new NodePgTransaction(dialect, new NodePgSession(timed, dialect, undefined), undefined)
      const result = await work(tx)
      await timed.query('commit')
      return result
    } catch (error) {
      // A connection that does not answer would not answer the rollback either; closing it undoes the transaction.
      isBroken = isConnectionFailure(error)
      if (!isBroken) await timed.query('rollback').catch(() => (isBroken = true))
      throw await explain(error)
    } finally {
      // A connection that could not roll back is in an unknown state: the pool closes it instead of lending it again.
      client.release(isBroken)
    }
  }

  return {
    transaction: (work) => runTransaction(app, 'begin', 'interactive', work),
    inUnit: async (scope, work, kind = 'interactive') =>
      runTransaction(app, `${beginAs(kind)}; ${scopeStatement(scope)}`, kind, work),
    onceInUnit: async (scope, statement) => {
      // One message, which PostgreSQL runs in one implicit transaction; parameters would take a message for each statement.
      const text = `${scopeStatement(scope)}; ${dialect.sqlToQuery(statement.inlineParams()).sql}`
      const answer: unknown = await withClient((client) => client.query(text))
      return z.parse(results, answer)[1].rows
    },
    async callFunction(name, values) {
      const { rows } = await withClient((client) => client.query<Record<string, unknown>>(functionCall(name, values)))
      return rows
    },
    readFunction: (name, values) => read(async () => (await readers.run(functionCall(name, values))).rows),
    readInCall: (host, accessHash, expression) => read(() => readInCall(readers, host, accessHash, expression)),
    asOwner: (work, kind = 'cleanup') => runTransaction(owner, beginAs(kind), kind, work),
    ownersPool: owner,
    listen: (channel, handler) => listener.listen(channel, handler),
    async ping() {
      await withClient((client) => client.query('select 1'))
    },
    async close() {
      closing ??= Promise.all([app.end(), readers.close(), owner.end(), listener.close()])
      await closing
    },
  }
}

/** The pool's own time holds for waiting in its queue as well. */
class SoonConnected extends Client {
  constructor(config: ClientConfig = {}) {
    // The pool hides the password from what goes over all properties.
    super({ ...config, password: config.password, connectionTimeoutMillis: CONNECT_WAIT })
  }
}

function createPool(config: PoolConfig, log: Log): Pool {
  const limits = { connectionTimeoutMillis: POOL_WAIT, query_timeout: readWait('interactive') }
  const pool = new Pool({ ...limits, idleTimeoutMillis: 60_000, keepAlive: true, ...config, Client: SoonConnected })
  // Without a listener, a PostgreSQL that goes away takes the whole process with it.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  })
  return pool
}

/** Connections have the limits of interactive calls. */
function beginAs(kind: CallKind): string {
  return kind === 'interactive' ? 'begin' : `begin; ${limitStatements(kind)}`
}

/** The connection, on which an answer may take as long as this kind's. */
function withReadWait(client: PoolClient, kind: CallKind): PoolClient {
  if (kind === 'interactive') return client
  const query = (config: string | QueryConfig, values?: unknown[]) => {
    const asked = typeof config === 'string' ? { text: config } : config
    const waiting: QueryConfig & { query_timeout: number } = { ...asked, query_timeout: readWait(kind) }
    return client.query(waiting, values)
  }
  return new Proxy(client, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) })
}

/** Prepared once for each connection, under the function's name. */
function functionCall(name: string, values: readonly unknown[]): QueryConfig {
  return { name, text: `select * from ${name}(${values.map((_, at) => `$${at + 1}`).join(', ')})`, values: [...values] }
}

/** Sets the unit in the same round trip as `begin`. Both values are checked to be UUIDs, so they can stand in the statement's text. */
function scopeStatement({ unitId, userId }: Scope): string {
  if (!isRowId(unitId) || (userId !== null && !isRowId(userId))) {
    throw new TypeError('a scope needs UUIDs for unit and user')
  }
  return `select set_config('portal.unit_id', '${unitId}', true), set_config('portal.user_id', '${userId ?? ''}', true)`
}

const hostName = /^[a-z\d.:[\]<>_-]{1,255}$/

/** The expression stands in the select list: it is computed after `portal_begin` has returned its row and opened the scope. */
async function readInCall(
  readers: Pipeline,
  host: string,
  accessHash: Buffer | null,
  expression: string,
): Promise<CallResult> {
  if (!hostName.test(host)) return { begun: [], answer: null }
  const text = `select b.*, case when b.user_id is not null then (${expression}) end as answer from portal_begin($1, $2) b`
  const { rows } = await readers.run({ name: nameOf(text), text, values: [host, accessHash] })
  return { begun: rows, answer: rows[0]?.['answer'] ?? null }
}

const names = new Map<string, string>()

/** The name of a prepared statement, the same for the same text. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `reading-${names.size + 1}`
  names.set(text, name)
  return name
}
