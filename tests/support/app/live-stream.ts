import http, { type IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import * as live from '../../../contract/endpoints/live.ts'
import { liveEvent, type LiveEvent } from '../../../contract/endpoints/live.ts'
import { until } from '../until.ts'

/** A browser's stream of live changes, over a real connection. */
export interface LiveStream {
  readonly status: number
  readonly contentType: string
  readonly headers: IncomingMessage['headers']
  /** What came so far. */
  readonly events: readonly LiveEvent[]
  /** Comments, which keep the connection alive, and all else as it stood on the line. */
  readonly text: string
  readonly ended: boolean
  /** The next event that fits, among those that came since the last one that was waited for. */
  next(fits?: (event: LiveEvent) => boolean): Promise<LiveEvent>
  close(): void
}

/** Opens the stream at `http://127.0.0.1:port` with an access token; resolves with the head of the answer. */
export async function openStream(
  port: number,
  {
    access,
    host = 'localhost',
    onEvent = () => {},
  }: { access: string; host?: string; /** Called the moment an event has arrived. */ onEvent?: () => void },
): Promise<LiveStream> {
  const request = http.get({
    port,
    host: '127.0.0.1',
    path: live.events.path,
    headers: { host, accept: 'text/event-stream', cookie: `portal_access=${access}` },
    // Not the shared one, which keeps few connections.
    agent: false,
  })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
  const heard: LiveEvent[] = []
  let text = ''
  let rest = ''
  let taken = 0
  let ended = false
  request.on('error', () => undefined)
  response.setEncoding('utf8')
  response.on('data', (data: string) => {
    text += data
    const blocks = (rest + data).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      if (!block.startsWith('data: ')) continue
      heard.push(z.parse(liveEvent, JSON.parse(block.slice('data: '.length))))
      onEvent()
    }
  })
  response.once('close', () => (ended = true))
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    contentType: response.headers['content-type'] ?? '',
    events: heard,
    get text() {
      return text
    },
    get ended() {
      return ended
    },
    async next(fits = () => true) {
      const at = await until(() => {
        const found = heard.findIndex((event, index) => index >= taken && fits(event))
        return found < 0 ? undefined : { found }
      })
      taken = at.found + 1
      const event = heard[at.found]
      if (!event) throw new Error('the event was there a moment ago')
      return event
    },
    close: () => request.destroy(),
  }
}
