import { safeParse } from 'zod/mini'
import { events, liveEvent } from '../../../../contract/endpoints/live.ts'
import { unhandledCount } from '../../../../contract/endpoints/messages.ts'
import { call } from '../api/call.ts'
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

function openStream({ opened, event, failed }: StreamHandlers): () => void {
  const source = new EventSource(events.path)
  source.addEventListener('open', opened)
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const read = safeParse(liveEvent, parseJson(data))
    if (read.success) event(read.data)
  })
  source.addEventListener('error', () => {
    // The browser's own reconnection would not renew a session, and ends after any failure but a lost connection.
    source.close()
    failed()
  })
  return () => source.close()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
