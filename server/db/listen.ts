import { Client, type ClientConfig } from 'pg'
import { errorMessage } from '../runtime/errors.ts'
import type { Log } from '../runtime/logger.ts'

/** First and longest pause between two attempts to listen again, in milliseconds. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 10_000
/** A connection that is asked this often, and has this long to answer, cannot be dead for long without anybody knowing; in milliseconds. */
const ASK_EVERY = 30_000
const ASK_WAIT = 5000

/** What whoever listens hears. */
export interface Hearing {
  /** A transaction that announced something on the channel was committed. */
  notice(payload: string): void
  /** Listening began, the first time or again: what was announced in between was not heard. */
  opened(): void
}

export interface Listening {
  /** Settled once listening began for the first time. Never rejects; stays open while there is no database. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

/** Hears what is announced on a channel, on one connection of its own which is opened again whenever it breaks. */
export function listenOn(connection: ClientConfig, channel: string, hearing: Hearing, log: Log): Listening {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let pause = FIRST_PAUSE
  let closed = false
  let settle = (): void => undefined
  const ready = new Promise<void>((resolve) => (settle = resolve))

  async function open(): Promise<void> {
    const next = new Client({ ...connection, connectionTimeoutMillis: ASK_WAIT, keepAlive: true })
    client = next
    next.on('error', (error) => log.warn({ err: error }, 'the connection for announcements broke'))
    next.on('notification', ({ payload = '' }) => hearing.notice(payload))
    next.on('end', () => again(next))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      log.warn({ reason: errorMessage(error) }, 'announcements cannot be heard just now')
      again(next)
      return
    }
    if (client !== next) return
    pause = FIRST_PAUSE
    settle()
    hearing.opened()
    askLater(next)
  }

  function askLater(asked: Client): void {
    timer = setTimeout(() => {
      const late = setTimeout(() => again(asked), ASK_WAIT).unref()
      asked.query('select 1').then(
        () => {
          clearTimeout(late)
          if (client === asked && !closed) askLater(asked)
        },
        () => {
          clearTimeout(late)
          again(asked)
        },
      )
    }, ASK_EVERY).unref()
  }

  function again(broken: Client): void {
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
