import * as z from 'zod/mini'
import * as live from '../../../contract/endpoints/live.ts'
import { liveEvent, type LiveEvent } from '../../../contract/endpoints/live.ts'
import { unhandledCount, type WaitingCounts } from '../../../contract/endpoints/messages/messages.ts'
import { keepStream, type LivePorts } from '../../../src/app/core/live/follow-live.ts'
import { createObservable } from '../../../src/app/core/state/observable.ts'
import type { PortalCaller } from '../callers/portal-caller.ts'
import { until } from '../until.ts'

/** What a page gets by its stream of live changes. */
export interface LivePage {
  /** How often a stream has begun. */
  opened(): number
  /** Whether one is open at this moment. */
  isOpen(): boolean
  /** Waits until the stream tells of so many unread messages. What the page asks for by itself does not count. */
  hears(messages: number): Promise<void>
  close(): void
}

/** Follows live changes as the portal's page does, which opens a lost stream again, for a process without a browser. */
export function openLivePage(caller: PortalCaller): LivePage {
  const page = new AbortController()
  const heard: WaitingCounts[] = []
  let opened = 0
  let isOpen = false
  const openStream: LivePorts['openStream'] = (handlers) => {
    const own = new AbortController()
    const signal = AbortSignal.any([page.signal, own.signal])
    const take = (event: LiveEvent): void => {
      if (event.kind === 'counts') heard.push(event.counts)
      handlers.event(event)
    }
    const begin = (): void => {
      opened += 1
      isOpen = true
    }
    readStream(caller, signal, begin, handlers.heard, take)
      .catch(() => undefined)
      .finally(() => {
        isOpen = false
        if (!signal.aborted) handlers.failed()
      })
    return () => own.abort()
  }
  const ports = {
    openStream,
    askCounts: () => caller.call(unhandledCount, {}),
    reportHeld: () => {},
    whenSeen: (run: () => void) => run(),
    online: createObservable(true),
    onFront: () => {},
    schedule(run: () => void, milliseconds: number) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    random: Math.random,
  }
  keepStream(page.signal, ports, () => {})
  return {
    opened: () => opened,
    isOpen: () => isOpen,
    async hears(messages) {
      await until(() => heard.at(-1)?.message === messages, { what: `${messages} unread messages` })
    },
    close: () => page.abort(),
  }
}

/** Resolves when the server ends the stream. */
async function readStream(
  caller: PortalCaller,
  signal: AbortSignal,
  onOpen: () => void,
  onPiece: () => void,
  onEvent: (event: LiveEvent) => void,
): Promise<void> {
  const response = await caller.request(live.events.path, { signal, headers: { accept: 'text/event-stream' } })
  if (response.status !== 200 || !response.body) throw new Error(`the stream was answered with ${response.status}`)
  onOpen()
  let rest = ''
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    onPiece()
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks)
      if (block.startsWith('data: ')) onEvent(z.parse(liveEvent, JSON.parse(block.slice('data: '.length))))
  }
}
