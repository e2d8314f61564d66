import { safeParse } from 'zod/mini'
import * as live from '../../../../contract/endpoints/live.ts'
import { liveEvent } from '../../../../contract/endpoints/live.ts'
import { unhandledCount } from '../../../../contract/endpoints/messages/messages.ts'
import { call, callHeaders } from '../api/call.ts'
import type { Observable } from '../state/observable.ts'
import { schedule } from '../timing/bounded-wait.ts'
import type { LivePorts, StreamHandlers } from './follow-live.ts'

export function browserPorts(userId: string, online: Observable<boolean>): LivePorts {
  const name = `school-portal-live ${userId}`
  const channel = new BroadcastChannel(name)
  return {
    // Plain HTTP without TLS has no locks.
    lead:
      'locks' in navigator
        ? (signal, work) => {
            // Aborting is how waiting ends.
            navigator.locks.request(name, { signal }, work).catch(() => undefined)
          }
        : null,
    tabs: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has none
      post: (message) => channel.postMessage(message),
      listen(signal, onMessage) {
        channel.addEventListener('message', (event: MessageEvent<unknown>) => onMessage(event.data), { signal })
        signal.addEventListener('abort', () => channel.close())
      },
    },
    openStream,
    askCounts: (signal) => call(unhandledCount, {}, { signal }),
    reportHeld: (signal) => void call(live.held, {}, { signal }).catch(() => undefined),
    isVisible: () => document.visibilityState === 'visible',
    online,
    onFront(signal, run) {
      const ifVisible = (): void => {
        if (document.visibilityState === 'visible') run()
      }
      document.addEventListener('visibilitychange', ifVisible, { signal })
    },
    schedule,
    random: Math.random,
  }
}

/** By fetch, because an EventSource sends no headers of ours. */
function openStream({ heard, event, failed }: StreamHandlers): () => void {
  const ending = new AbortController()
  void follow(ending.signal, { heard, event })
    .catch(() => {})
    .then(() => {
      if (!ending.signal.aborted) failed()
    })
  return () => ending.abort()
}

/** Resolves when the stream has ended or was refused. Rejects when the connection is lost. */
async function follow(signal: AbortSignal, { heard, event }: Pick<StreamHandlers, 'heard' | 'event'>): Promise<void> {
  const headers = { ...callHeaders(), accept: 'text/event-stream' }
  const response = await fetch(live.events.path, { signal, headers, credentials: 'same-origin', cache: 'no-store' })
  if (!response.ok || !response.body) return
  const onData = (data: string) => {
    const read = safeParse(liveEvent, parseJson(data))
    if (read.success && !signal.aborted) event(read.data)
  }
  await readEvents(response.body, onData, () => {
    if (!signal.aborted) heard()
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) and passes each event's data on. `onPiece` is called
 * for all that arrives, also comments, before the events in it. Names, ids and pauses are not used. Resolves at the end of the stream; an unfinished event is dropped. Rejects when the stream breaks.
 */
export async function readEvents(
  stream: ReadableStream<BufferSource>,
  onData: (data: string) => void,
  onPiece: () => void = () => {},
): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  let data: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onPiece()
    const lines = (unread + value).split('\n')
    unread = lines.pop() ?? ''
    for (const line of lines) {
      const text = line.replace(/\r$/, '')
      if (text.startsWith('data:')) data.push(text.slice(5).replace(/^ /, ''))
      else if (text === '' && data.length > 0) {
        onData(data.join('\n'))
        data = []
      }
    }
  }
}
