import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres/session'
import { PgDialect } from 'drizzle-orm/pg-core'
import { Pool, type ClientConfig, type PoolClient, type PoolConfig, types } from 'pg'
import * as z from 'zod/mini'
import { PortalError } from '../../contract/portal-error.ts'
import type { Log } from '../runtime/logger.ts'
import type { CallResult, Database, Scope, Tx } from './database.ts'
import { listenOn, type Listening } from './listen.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { errorCode, errorMessage } from '../runtime/errors.ts'

/** Where the database is and how many connections requests share (16 unless told; each server process has its own). */
interface OpenOptions {
  readonly connection: ClientConfig
  readonly log: Log
  readonly poolSize?: number
}

const reading = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })
const readings = z.tuple([reading, reading])
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const dialect = new PgDialect()
/** Connections for what every page asks: as many as keep PostgreSQL busy while answers are read. */
const READERS = 2

// Decided here once for the whole process: int8 (sizes, counts) arrives as a number, and one that a number cannot hold is an error instead of
// a rounded value. drizzle asks this same global table.
types.setTypeParser(types.builtins.INT8, (text) => {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} does not fit into a safe integer`)
})

/** The role is set as the connection starts, so no query can run as the owner by a forgotten statement. */
const AS_APPLICATION = '-c role=portal_app -c idle_in_transaction_session_timeout=60s'

/** Opens the pools of the application's and of the owner's role. Connects on first use; nothing is sent before. */
export function openDatabase({ connection, log, poolSize = 16 }: OpenOptions): Database {
  const app = createPool(
    {
      ...connection,
      max: poolSize,
      application_name: 'school-portal',
      options: AS_APPLICATION,
    },
    log,
  )
  const readers = openPipeline(
    { ...connection, application_name: 'school-portal reader', options: AS_APPLICATION },
    READERS,
    log,
  )
  const owner = createPool({ ...connection, max: 2, application_name: 'school-portal owner' }, log)
  const listenings: Listening[] = []
  let closing: Promise<unknown> | undefined

  return {
    transaction: (work) => runTransaction(app, 'begin', work),
    inUnit: async (scope, work) => runTransaction(app, `begin; ${scopeStatement(scope)}`, work),
    onceInUnit: async (scope, statement) => {
      const [, done] = await runInOneMessage(
        app,
        scopeStatement(scope),
        dialect.sqlToQuery(statement.inlineParams()).sql,
      )
      return done
    },
    callFunction: (name, values) => callOnce(app, name, values),
    readInCall: (host, accessHash, expression) => readOnce(readers, host, accessHash, expression),
    asOwner: (work) => runTransaction(owner, 'begin', work),
    listen(channel, handler) {
      const client = { ...connection, application_name: 'school-portal live', options: AS_APPLICATION }
      const listening = listenOn(client, channel, handler, log)
      listenings.push(listening)
      return listening
    },
    async ping() {
      await app.query('select 1').catch((error: unknown) => {
        throw new PortalError('server.unavailable', { cause: error })
      })
    },
    async close() {
      closing ??= Promise.all([
        app.end(),
        readers.close(),
        owner.end(),
        ...listenings.map((listening) => listening.close()),
      ])
      await closing
    },
  }
}

function createPool(config: PoolConfig, log: Log): Pool {
  const pool = new Pool({ connectionTimeoutMillis: 5000, idleTimeoutMillis: 60_000, keepAlive: true, ...config })
  // Without a listener, a PostgreSQL that goes away takes the whole process with it.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  })
  return pool
}

/** Sets the unit in the same round trip as `begin`. Both values are checked to be UUIDs, so they can stand in the statement's text. */
function scopeStatement({ unitId, userId }: Scope): string {
  if (!uuid.test(unitId) || (userId !== null && !uuid.test(userId))) {
    throw new TypeError('a scope needs UUIDs for unit and user')
  }
  return `select set_config('portal.unit_id', '${unitId}', true), set_config('portal.user_id', '${userId ?? ''}', true)`
}

const hostName = /^[a-z\d.:[\]_-]{1,255}$/

/** The expression stands in the list of what is selected: it is computed once `portal_begin` has given its row, and with that the scope. */
async function readOnce(
  readers: Pipeline,
  host: string,
  accessHash: Buffer | null,
  expression: string,
): Promise<CallResult> {
  if (!hostName.test(host)) return { begun: [], answer: null }
  const text = `select b.*, case when b.user_id is not null then (${expression}) end as answer from portal_begin($1, $2) b`
  try {
    const { rows } = await readers.run({ name: nameOf(text), text, values: [host, accessHash] })
    return { begun: rows, answer: rows[0]?.['answer'] ?? null }
  } catch (error) {
    if (!isConnectionFailure(error)) throw error
    throw new PortalError('server.unavailable', { cause: error })
  }
}

const names = new Map<string, string>()

/** A prepared statement's name, the same for the same text; there are as many as the server has texts. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `reading-${names.size + 1}`
  names.set(text, name)
  return name
}

type Rows = readonly Record<string, unknown>[]

/** Two statements in one message, which PostgreSQL runs in one implicit transaction; parameters would take a message for each. */
async function runInOneMessage(pool: Pool, first: string, second: string): Promise<[Rows, Rows]> {
  const client = await acquire(pool)
  let broken = true
  try {
    const results: unknown = await client.query(`${first}; ${second}`)
    const [begun, read] = z.parse(readings, results)
    broken = false
    return [begun.rows, read.rows]
  } catch (error) {
    if (!isConnectionFailure(error)) throw error
    throw new PortalError('server.unavailable', { cause: error })
  } finally {
    client.release(broken)
  }
}

async function callOnce(pool: Pool, name: string, values: readonly unknown[]): Promise<Rows> {
  const text = `select * from ${name}(${values.map((_, at) => `$${at + 1}`).join(', ')})`
  const client = await acquire(pool)
  let broken: Error | undefined
  try {
    const { rows }: { rows: Rows } = await client.query({ name, text, values: [...values] })
    return rows
  } catch (error) {
    if (!isConnectionFailure(error)) throw error
    broken = error instanceof Error ? error : new Error('the connection broke')
    throw new PortalError('server.unavailable', { cause: error })
  } finally {
    client.release(broken)
  }
}

/** A connection of the pool. Throws 'server.unavailable' when there is none to be had. */
async function acquire(pool: Pool): Promise<PoolClient> {
  return pool.connect().catch((error: unknown) => {
    throw new PortalError('server.unavailable', { cause: error })
  })
}

async function runTransaction<T>(pool: Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await acquire(pool)
  let broken: Error | undefined
  try {
    await client.query(begin)
    const tx: Tx = new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined)
    const result = await work(tx)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error('rollback failed')
    })
    if (error instanceof PortalError || !isConnectionFailure(error)) throw error
    throw new PortalError('server.unavailable', { cause: error })
  } finally {
    // A connection that could not roll back is in an unknown state: the pool closes it instead of lending it again.
    client.release(broken)
  }
}

const systemCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/**
 * True when a query failed because its connection broke or the database is stopping, not because of what was asked. drizzle wraps errors, so
 * the causes are looked through as well.
 */
function isConnectionFailure(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = errorCode(at)
    // SQLSTATE: class 08 is a lost connection, 57P01 to 57P03 a database that is stopping or starting, 53300 too many connections.
    if (systemCodes.has(code) || /^(08...|57P0[123]|53300)$/.test(code)) return true
    if (
      /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/.test(
        errorMessage(at),
      )
    )
      return true
  }
  return false
}
