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

interface Subscription {
  readonly handler: NotificationHandler
  readonly settle: () => void
}

/** Listens on any number of channels, on one connection that is opened with the first and again whenever it breaks. */
export function createListener(connection: ClientConfig, log: Log) {
  const channels = new Map<string, Set<Subscription>>()
  let current: { readonly client: Client; readonly listened: Set<string>; last: Promise<unknown> } | undefined
  let timer: NodeJS.Timeout | undefined
  let pause = FIRST_PAUSE
  let state: 'idle' | 'started' | 'closed' = 'idle'

  async function open(): Promise<void> {
    const limits = { connectionTimeoutMillis: PROBE_TIMEOUT, query_timeout: PROBE_TIMEOUT }
    const client = new Client({ ...connection, ...limits, keepAlive: true })
    client.on('error', (error) => log.warn({ err: error }, 'the connection for announcements broke'))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { handler } of channels.get(channel) ?? []) handler.onNotification(payload)
    })
    client.on('end', () => reconnect(client))
    current = { client, listened: new Set(), last: client.connect() }
    for (const channel of channels.keys()) void listenTo(channel)
    if (!(await send(client, 'select 1'))) return
    pause = FIRST_PAUSE
    scheduleProbe(client)
  }

  /** Sends one statement after the other: the connection takes no two at once. False when it is not usable any more. */
  async function send(client: Client, text: string): Promise<boolean> {
    if (current?.client !== client) return false
    const sent = current.last.then(() => client.query(text))
    current.last = sent
    try {
      await sent
      return current?.client === client
    } catch (error) {
      if (current?.client === client) log.warn({ reason: errorMessage(error) }, 'listening for announcements failed')
      reconnect(client)
      return false
    }
  }

  async function listenTo(channel: string): Promise<void> {
    const on = current
    if (!on || !(await send(on.client, `listen ${channel}`))) return
    on.listened.add(channel)
    for (const subscription of channels.get(channel) ?? []) announce(subscription)
  }

  function announce({ handler, settle }: Subscription): void {
    settle()
    handler.onListening()
  }

  function scheduleProbe(client: Client): void {
    const probe = async (): Promise<void> => {
      if (await send(client, 'select 1')) scheduleProbe(client)
    }
    timer = setTimeout(() => void probe(), PROBE_INTERVAL).unref()
  }

  function reconnect(broken: Client): void {
    if (current?.client !== broken || state === 'closed') return
    current = undefined
    clearTimeout(timer)
    void broken.end().catch(() => undefined)
    timer = setTimeout(() => void open(), pause).unref()
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  return {
    listen(channel: `portal_${string}`, handler: NotificationHandler): Listening {
      let settle = (): void => undefined
      const ready = new Promise<void>((resolve) => (settle = resolve))
      const subscription = { handler, settle }
      const known = channels.get(channel)
      const subscriptions = known ?? new Set()
      channels.set(channel, subscriptions.add(subscription))
      if (state === 'idle') {
        state = 'started'
        void open()
      } else if (known === undefined) void listenTo(channel)
      else if (current?.listened.has(channel)) queueMicrotask(() => announce(subscription))
      return {
        ready,
        async close() {
          subscriptions.delete(subscription)
        },
      }
    },
    async close(): Promise<void> {
      state = 'closed'
      clearTimeout(timer)
      const last = current?.client
      current = undefined
      await last?.end().catch(() => undefined)
    },
  }
}
