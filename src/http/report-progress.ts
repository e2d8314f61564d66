import type { ConfiguredMiddleware } from 'wretch'
import { REQUEST_TIMEOUT } from '../../contract/limits.ts'

/** The file part of a multipart call. */
export interface Attachment {
  readonly bytes: Blob
  readonly name: string
  /** Gets how many of its bytes were sent; starts again at 0 when the call is repeated. */
  readonly onSent: (bytes: number) => void
  /** Milliseconds without a byte sent or an answer after which the call fails; REQUEST_TIMEOUT unless given. */
  readonly patience?: number
}

/** Sends by XMLHttpRequest, because fetch does not report how much of a body was sent. Rejects when the connection seems to be dead. */
export function reportProgress({ bytes, onSent, patience = REQUEST_TIMEOUT }: Attachment): ConfiguredMiddleware {
  return () => (url, options) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    let silence: ReturnType<typeof setTimeout> | undefined
    return new Promise<Response>((resolve, reject) => {
      // After a change of the network a connection may be dead for a quarter of an hour before the system reports it.
      const restartTimer = () => {
        clearTimeout(silence)
        silence = setTimeout(stop, patience)
      }
      request.open(options.method ?? 'POST', url)
      new Headers(options.headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        restartTimer()
        onSent(Math.max(0, loaded - (total - bytes.size)))
      })
      request.addEventListener('load', () => {
        const { status, responseText } = request
        const retryAfter = request.getResponseHeader('retry-after')
        // A response without content may have no body, not even an empty one.
        resolve(
          new Response(responseText || null, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }),
        )
      })
      request.addEventListener('error', reject)
      request.addEventListener('abort', reject)
      options.signal?.addEventListener('abort', stop, { once: true })
      restartTimer()
      // XMLHttpRequest takes no streams, and nothing here makes one.
      request.send(options.body instanceof ReadableStream ? null : options.body)
    }).finally(() => {
      clearTimeout(silence)
      options.signal?.removeEventListener('abort', stop)
    })
  }
}
