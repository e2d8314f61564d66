/** Bytes that are asked for at least. pdf.js looks at every page's entry before the first one is drawn, and joins pieces that follow each other. */
export const PIECE = 64 * 1024
/** Bytes of the first request: the whole of most files. */
const START = 4 * PIECE

/** The beginning of a file, how long all of it is, and the version that it belongs to. */
export interface FileStart {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly total: number
  readonly etag: string | null
}

/** Reads the first bytes of a file. Throws when there is no answer, or one that has no bytes of a file. */
export async function readStart(source: string, signal: AbortSignal): Promise<FileStart> {
  const response = await fetch(source, { signal, headers: { range: `bytes=0-${START - 1}` } })
  // An empty file has no first byte.
  if (response.status === 416) return { bytes: new Uint8Array(), total: 0, etag: null }
  if (!response.ok) throw new Error(`the start of a file: ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? bytes.length)
  return { bytes, total, etag: response.headers.get('etag') }
}

/**
 * Reads the bytes from `begin` up to `end`. Without a connection, or when the server has too much to do, it tries again until it is stopped. Throws when
 * the file is gone or has other bytes by now.
 */
export async function readRange(
  source: string,
  range: { readonly begin: number; readonly end: number; readonly etag: string | null },
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const headers = {
    range: `bytes=${range.begin}-${range.end - 1}`,
    ...(range.etag === null ? {} : { 'if-range': range.etag }),
  }
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted()
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    const bytes = await attemptRange(source, headers, signal)
    if (bytes) return bytes
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    await pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt), signal)
  }
}

/** Undefined when it is worth another attempt. */
async function attemptRange(
  source: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let response: Response
  try {
    response = await fetch(source, { signal, headers })
    if (response.status === 206) return new Uint8Array(await response.arrayBuffer())
  } catch {
    return undefined
  }
  if (response.status >= 500 || response.status === 429) return undefined
  throw new Error(`a part of a file: ${response.status}`)
}

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 15_000

/** Ends early when the device has a connection again, or by the signal. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ending = new AbortController()
    const end = () => {
      ending.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, signal.aborted ? 0 : milliseconds)
    globalThis.addEventListener('online', end, { signal: ending.signal })
    signal.addEventListener('abort', end, { signal: ending.signal })
  })
}
