import { Client, type ClientConfig, type QueryConfig, type QueryResult } from 'pg'
import type { Log } from '../runtime/logger.ts'
import { toUnavailable } from './failures.ts'
import { CONNECT_WAIT, readWait } from './time-limits.ts'

interface Connection {
  readonly client: Promise<Client>
  waiting: number
}

export type Pipeline = ReturnType<typeof openPipeline>

/**
 * Up to `size` connections on which statements are sent without waiting for earlier answers, opened as they are needed and again when they break.
 * For short queries: a slow one delays those behind it. Under load the server wakes up, writes and reads once for several of them: `me`
 * answers 1.3 to 3.3 times as many requests a second as from a pool, for less than half of the processor time (docs/develop/performance.md).
 */
export function openPipeline(config: ClientConfig, size: number, log: Log) {
  const connections = new Set<Connection>()
  let closed = false

  function open(): Connection {
    const client = new Client({
      ...config,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WAIT,
      query_timeout: readWait('interactive'),
    })
    const connection: Connection = { client: client.connect().then(() => client), waiting: 0 }
    connections.add(connection)
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
    client.on('end', () => connections.delete(connection))
    connection.client.catch(() => connections.delete(connection))
    return connection
  }

  /** The connection with the shortest queue; a new one if none is free and there may be more. */
  function choose(): Connection {
    const [best] = [...connections].toSorted((one, other) => one.waiting - other.waiting)
    return best && (best.waiting === 0 || connections.size >= size) ? best : open()
  }

  return {
    /**
     * Runs one statement in an implicit transaction of its own: PostgreSQL begins it with the message and commits it with the answer. A statement
     * with a name is prepared once for each connection. Throws 'server.unavailable' without a connection, else as `pg` does.
     */
    async run(statement: QueryConfig): Promise<QueryResult<Record<string, unknown>>> {
      if (closed) throw toUnavailable()
      const connection = choose()
      connection.waiting += 1
      try {
        const client = await connection.client.catch((error: unknown) => {
          throw toUnavailable(error)
        })
        return await client.query<Record<string, unknown>>(statement)
      } finally {
        connection.waiting -= 1
      }
    },
    async close(): Promise<void> {
      closed = true
      await Promise.all([...connections].map(async ({ client }) => (await client.catch(() => null))?.end()))
    },
  }
}
