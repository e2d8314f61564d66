import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres/session'
import { PgDialect } from 'drizzle-orm/pg-core'
import { Pool, type ClientConfig, type PoolClient, type PoolConfig, types } from 'pg'
import * as z from 'zod/mini'
import { PortalError } from '../../contract/portal-error.ts'
import type { Log } from '../runtime/logger.ts'
import { type CallResult, type Database, isRowId, type Scope, type Tx } from './database.ts'
import { listenOn, type Listening } from './listen.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { errorCode, errorMessage } from '../runtime/errors.ts'

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

/** The role is set as the connection starts, so no query can run as the owner by a forgotten statement. */
const AS_APPLICATION = '-c role=portal_app -c idle_in_transaction_session_timeout=60s'

/**
 * Opens the pools of the application's and of the owner's role, which connect on first use. Requests share `poolSize` connections of this server
 * process.
 */
export function openDatabase({
  connection,
  log,
  poolSize = 16,
}: {
  readonly connection: ClientConfig
  readonly log: Log
  readonly poolSize?: number
}): Database {
  const asApplication = (name: string) => ({ ...connection, application_name: name, options: AS_APPLICATION })
  const app = createPool({ ...asApplication('school-portal'), max: poolSize }, log)
  const readers = openPipeline(asApplication('school-portal reader'), READERS, log)
  const owner = createPool({ ...connection, max: 2, application_name: 'school-portal owner' }, log)
  const listenings: Listening[] = []
  let closing: Promise<unknown> | undefined

  return {
    transaction: (work) => runTransaction(app, 'begin', work),
    inUnit: async (scope, work) => runTransaction(app, `begin; ${scopeStatement(scope)}`, work),
    onceInUnit: async (scope, statement) => {
      // One message, which PostgreSQL runs in one implicit transaction; parameters would take a message for each statement.
      const text = `${scopeStatement(scope)}; ${dialect.sqlToQuery(statement.inlineParams()).sql}`
      const answer: unknown = await withClient(app, (client) => client.query(text))
      return z.parse(results, answer)[1].rows
    },
    async callFunction(name, values) {
      const text = `select * from ${name}(${values.map((_, at) => `$${at + 1}`).join(', ')})`
      const { rows } = await withClient(app, (client) =>
        client.query<Record<string, unknown>>({ name, text, values: [...values] }),
      )
      return rows
    },
    readInCall: (host, accessHash, expression) => readInCall(readers, host, accessHash, expression),
    asOwner: (work) => runTransaction(owner, 'begin', work),
    listen(channel, handler) {
      const listening = listenOn(asApplication('school-portal live'), channel, handler, log)
      listenings.push(listening)
      return listening
    },
    async ping() {
      await app.query('select 1').catch(throwUnavailable)
    },
    async close() {
      closing ??= Promise.all([app.end(), readers.close(), owner.end(), ...listenings.map((one) => one.close())])
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
  if (!isRowId(unitId) || (userId !== null && !isRowId(userId))) {
    throw new TypeError('a scope needs UUIDs for unit and user')
  }
  return `select set_config('portal.unit_id', '${unitId}', true), set_config('portal.user_id', '${userId ?? ''}', true)`
}

const hostName = /^[a-z\d.:[\]_-]{1,255}$/

/** The expression stands in the select list: it is computed after `portal_begin` has returned its row and opened the scope. */
async function readInCall(
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
    throw toFailure(error)
  }
}

const names = new Map<string, string>()

/** The name of a prepared statement, the same for the same text. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `reading-${names.size + 1}`
  names.set(text, name)
  return name
}

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(throwUnavailable)
  let failure: unknown
  try {
    return await work(client)
  } catch (error) {
    failure = toFailure(error)
    throw failure
  } finally {
    client.release(failure instanceof PortalError)
  }
}

async function runTransaction<T>(pool: Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(throwUnavailable)
  let isBroken = false
  try {
    await client.query(begin)
    const tx: Tx = new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined)
    const result = await work(tx)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => (isBroken = true))
    throw toFailure(error)
  } finally {
    // A connection that could not roll back is in an unknown state: the pool closes it instead of lending it again.
    client.release(isBroken)
  }
}

const systemCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
const BROKEN = /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/

/**
 * Whether a query failed because its connection broke or the database is stopping, not because of what was asked. drizzle wraps errors, so the
 * causes are checked as well.
 */
function isConnectionFailure(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = errorCode(at)
    // SQLSTATE: class 08 is a lost connection, 57P01 to 57P03 a database that is stopping or starting, 53300 too many connections.
    if (systemCodes.has(code) || /^(08...|57P0[123]|53300)$/.test(code)) return true
    if (BROKEN.test(errorMessage(at))) return true
  }
  return false
}

function toFailure(error: unknown): unknown {
  if (error instanceof PortalError || !isConnectionFailure(error)) return error
  return new PortalError('server.unavailable', { cause: error })
}

function throwUnavailable(error: unknown): never {
  throw new PortalError('server.unavailable', { cause: error })
}
