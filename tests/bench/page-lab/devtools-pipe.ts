import type { Readable, Writable } from 'node:stream'
import * as z from 'zod/mini'

const messageSchema = z.object({
  id: z.optional(z.number()),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  sessionId: z.optional(z.string()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
})

export interface DevToolsEvent {
  readonly method: string
  readonly params: unknown
  readonly sessionId: string | undefined
}

/** A browser's DevTools protocol over two pipes: messages are JSON, each ended by a zero byte. */
export interface DevTools {
  /** Resolves to the command's result; rejects with the protocol's message, or when the browser is gone. */
  send(method: string, params?: object, sessionId?: string): Promise<unknown>
}

interface Waiting {
  readonly method: string
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: Error) => void
}

/** Speaks the protocol over the pipes of `--remote-debugging-pipe` and hands every event to `onEvent`. */
export function connectDevTools(
  toBrowser: Writable,
  fromBrowser: Readable,
  onEvent: (event: DevToolsEvent) => void,
): DevTools {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let closed = false

  function take(text: string): void {
    const { id, method, params, sessionId, result, error } = z.parse(messageSchema, JSON.parse(text))
    if (id === undefined) {
      if (method) onEvent({ method, params, sessionId })
      return
    }
    const command = waiting.get(id)
    waiting.delete(id)
    if (error) command?.reject(new Error(`${command.method}: ${error.message}`))
    else command?.resolve(result)
  }

  function end(): void {
    closed = true
    for (const command of waiting.values()) command.reject(new Error(`${command.method}: the browser is gone`))
    waiting.clear()
  }

  splitAtZeroBytes(fromBrowser, take)
  fromBrowser.once('close', end).once('error', end)
  toBrowser.once('error', end)

  return {
    send(method, params = {}, sessionId) {
      if (closed) return Promise.reject(new Error(`${method}: the browser is gone`))
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { method, resolve, reject })
        toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
      })
    },
  }
}

function splitAtZeroBytes(stream: Readable, onMessage: (text: string) => void): void {
  let parts: Buffer[] = []
  stream.on('data', (data: Buffer) => {
    let start = 0
    for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, start)) {
      parts.push(data.subarray(start, end))
      onMessage(Buffer.concat(parts).toString())
      parts = []
      start = end + 1
    }
    if (start < data.length) parts.push(data.subarray(start))
  })
}
