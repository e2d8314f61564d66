import { Client, type ClientConfig } from 'pg'
import { errorMessage } from '../runtime/errors.ts'
import type { Log } from '../runtime/logger.ts'

/** First and longest pause between two attempts to listen again, in milliseconds. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 10_000
/** Milliseconds between two probes, which detect a dead connection, and for the answer to one. */
const PROBE_INTERVAL = 30_000
const PROBE_TIMEOUT = 5000

export interface NotificationHandler {
  /** A transaction with a `pg_notify` on the channel was committed. */
  onNotification(payload: string): void
  /** Listening began, the first time or again: notifications in between were missed. */
  onListening(): void
}

export interface Listening {
  /** Settled once listening began for the first time. Never rejects; stays open while there is no database. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

/** Listens on a channel, on a connection of its own that is opened again whenever it breaks. */
export function listenOn(connection: ClientConfig, channel: string, handler: NotificationHandler, log: Log): Listening {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let pause = FIRST_PAUSE
  let closed = false
  let settle = (): void => undefined
  const ready = new Promise<void>((resolve) => (settle = resolve))

  async function open(): Promise<void> {
    const next = new Client({ ...connection, connectionTimeoutMillis: PROBE_TIMEOUT, keepAlive: true })
    client = next
    next.on('error', (error) => log.warn({ err: error }, 'the connection for announcements broke'))
    next.on('notification', ({ payload = '' }) => handler.onNotification(payload))
    next.on('end', () => reconnect(next))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      log.warn({ reason: errorMessage(error) }, 'listening for announcements failed')
      reconnect(next)
      return
    }
    if (client !== next) return
    pause = FIRST_PAUSE
    settle()
    handler.onListening()
    scheduleProbe(next)
  }

  function scheduleProbe(probed: Client): void {
    timer = setTimeout(() => {
      const late = setTimeout(() => reconnect(probed), PROBE_TIMEOUT).unref()
      probed
        .query('select 1')
        .finally(() => clearTimeout(late))
        .then(() => {
          if (client === probed && !closed) scheduleProbe(probed)
        })
        .catch(() => reconnect(probed))
    }, PROBE_INTERVAL).unref()
  }

  function reconnect(broken: Client): void {
    if (client !== broken || closed) return
    client = undefined
    clearTimeout(timer)
    void broken.end().catch(() => undefined)
    timer = setTimeout(() => void open(), pause).unref()
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  void open()
  return {
    ready,
    async close() {
      closed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}
