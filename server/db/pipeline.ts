import { Client, type ClientConfig, type QueryConfig, type QueryResult } from 'pg'
import { PortalError } from '../../contract/portal-error.ts'
import type { Log } from '../runtime/logger.ts'

/** Longest wait for a connection and for an answer, in milliseconds. */
const CONNECT_WAIT = 5000
const ANSWER_WAIT = 10_000

/** Connections on which statements are sent without waiting for the answers to those before them. */
export interface Pipeline {
  /**
   * Runs one statement in an implicit transaction of its own, whatever else is on its way on the same connection: PostgreSQL begins it with the message and
   * commits it with the answer. One that has a name is prepared once for each connection. Throws 'server.unavailable' when there is no connection to be had, else as `pg` does.
   */
  run(statement: QueryConfig): Promise<QueryResult<Record<string, unknown>>>
  close(): Promise<void>
}

interface Connection {
  readonly client: Promise<Client>
  waiting: number
}

/**
 * Opens up to `size` connections as they are needed, and a new one for each that breaks. For short readings: what is slow keeps those behind it waiting. While
 * many ask at once the server wakes up, writes and reads once for several of them instead of once for each.
 */
export function openPipeline(config: ClientConfig, size: number, log: Log): Pipeline {
  const connections = new Set<Connection>()
  let closed = false

  function open(): Connection {
    const client = new Client({
      ...config,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WAIT,
      query_timeout: ANSWER_WAIT,
    })
    const connection: Connection = { client: client.connect().then(() => client), waiting: 0 }
    connections.add(connection)
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
    client.on('end', () => connections.delete(connection))
    connection.client.catch(() => connections.delete(connection))
    return connection
  }

  /** The one with the shortest queue; another one while there may be more and none is free. */
  function choose(): Connection {
    const [best] = [...connections].toSorted((one, other) => one.waiting - other.waiting)
    return best && (best.waiting === 0 || connections.size >= size) ? best : open()
  }

  return {
    async run(statement) {
      if (closed) throw new PortalError('server.unavailable')
      const connection = choose()
      connection.waiting += 1
      try {
        const client = await connection.client.catch((error: unknown) => {
          throw new PortalError('server.unavailable', { cause: error })
        })
        return await client.query<Record<string, unknown>>(statement)
      } finally {
        connection.waiting -= 1
      }
    },
    async close() {
      closed = true
      await Promise.all([...connections].map(async ({ client }) => (await client.catch(() => null))?.end()))
    },
  }
}
