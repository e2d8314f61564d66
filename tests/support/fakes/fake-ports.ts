import { HEARTBEAT_EVERY, type LiveEvent } from '../../../contract/endpoints/live.ts'
import type { WaitingCounts } from '../../../contract/endpoints/messages/messages.ts'
import { createObservable } from '../../../src/app/core/state/observable.ts'
import type { LivePorts, StreamHandlers } from '../../../src/app/core/live/follow-live.ts'

/** A browser of several tabs without a browser: time, streams and the network are the test's to decide. For tests only. */
export function createFakeBrowser() {
  const online = createObservable(true)
  const streams: { handlers: StreamHandlers; open: boolean }[] = []
  const timers = new Set<{ at: number; run: () => void }>()
  const front = new Set<() => void>()
  const tabs = new Set<(message: unknown) => void>()
  const waitingToLead: { signal: AbortSignal; work: () => Promise<void> }[] = []
  let leading = false
  let now = 0
  const asked: number[] = []
  const reports: number[] = []
  let beats = true
  let answer: () => Promise<WaitingCounts> = () => Promise.resolve({ todo: 1, message: 2 })

  function leadNext(): void {
    if (leading) return
    const next = waitingToLead.shift()
    if (!next) return
    leading = true
    const end = (): void => {
      leading = false
      leadNext()
    }
    if (next.signal.aborted) end()
    else void next.work().then(end)
  }

  function schedule(run: () => void, milliseconds: number): () => void {
    const timer = { at: now + milliseconds, run }
    timers.add(timer)
    return () => timers.delete(timer)
  }

  function beat(stream: { handlers: StreamHandlers; open: boolean }): void {
    if (!stream.open) return
    if (beats) stream.handlers.heard()
    schedule(() => beat(stream), HEARTBEAT_EVERY)
  }

  function createPorts(isVisible: () => boolean = () => true): LivePorts {
    let own: ((message: unknown) => void) | undefined
    return {
      lead(signal, work) {
        waitingToLead.push({ signal, work })
        leadNext()
      },
      tabs: {
        post(message) {
          for (const hear of tabs) if (hear !== own) hear(structuredClone(message))
        },
        listen(signal, hear) {
          own = hear
          tabs.add(hear)
          signal.addEventListener('abort', () => tabs.delete(hear))
        },
      },
      openStream(handlers) {
        const stream = { handlers, open: true }
        streams.push(stream)
        return () => {
          stream.open = false
        }
      },
      askCounts() {
        asked.push(now)
        return answer()
      },
      online,
      onFront(signal, run) {
        front.add(run)
        signal.addEventListener('abort', () => front.delete(run))
      },
      reportHeld() {
        reports.push(now)
      },
      isVisible,
      schedule,
      random: () => 0.5,
    }
  }

  return {
    createPorts,
    online,
    /** When the server was asked, in milliseconds since the beginning. */
    asked,
    /** When the server was told that streams are held back. */
    reports,
    /** The streams that are open. */
    openStreams: () => streams.filter(({ open }) => open),
    /** How many were ever opened. */
    opened: () => streams.length,
    say(event: LiveEvent) {
      for (const stream of streams) {
        if (!stream.open) continue
        stream.handlers.heard()
        stream.handlers.event(event)
      }
    },
    accept() {
      for (const stream of streams) beat(stream)
    },
    /** Nothing of the streams arrives any more, not even their heartbeats; or it does again. */
    muteStreams(muted: boolean) {
      beats = !muted
    },
    cut() {
      for (const stream of streams) {
        if (!stream.open) continue
        stream.open = false
        stream.handlers.failed()
      }
    },
    comeToFront() {
      for (const run of front) run()
    },
    answerWith(next: () => Promise<WaitingCounts>) {
      answer = next
    },
    /** Lets time pass, and everything happen that is due. */
    async pass(milliseconds: number) {
      await settled()
      const end = now + milliseconds
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!due) break
        timers.delete(due)
        now = due.at
        due.run()
        await settled()
      }
      now = end
      await settled()
    },
  }
}

/** Lets promises that are settled be heard. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}
