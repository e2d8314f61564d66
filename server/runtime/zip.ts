import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

interface Named {
  readonly path: string
  /** Of the last change; now, if it is not given. */
  readonly at?: Date
}

/** A folder, whose path ends with a slash. */
interface ZipFolder extends Named {
  readonly open?: never
  readonly bytes?: never
}

/** Bytes that are in memory already. */
interface ZipBytes extends Named {
  readonly open?: never
  readonly bytes: Buffer
  readonly compress: boolean
}

/** A file that is opened when the archive has come to it. */
interface ZipStream extends Named {
  readonly open: () => Promise<Readable>
  readonly bytes?: never
  readonly compress?: boolean
  readonly size?: number
}

export type ZipEntry = ZipFolder | ZipBytes | ZipStream
export type SizedZipEntry = ZipFolder | (ZipStream & { readonly size: number; readonly compress?: false })

/** An archive that is written as fast as it is read, one entry after the other: each is taken from `entries` when the one before has been read. An error of any of them breaks it. */
export function streamZip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Readable {
  const { output, add, stop, end } = openZip()
  const fill = async (): Promise<void> => {
    for await (const entry of entries) await add(entry)
    await end()
  }
  fill().catch(stop)
  return output
}

/** As `streamZip`, with its size, which is known before: nothing is compressed. */
export async function writeZip(entries: readonly SizedZipEntry[]): Promise<{ output: Readable; size: number }> {
  const { output, add, end } = openZip()
  // The output tells of an error.
  for (const entry of entries) add(entry).catch(() => undefined)
  return { output, size: await end() }
}

function openZip() {
  const zip = new ZipFile()
  const output = new PassThrough()
  let current: Readable | undefined
  const stop = (error: unknown) => void output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', stop)
  zip.outputStream.pipe(output)
  // An error that came before the reader did reaches the reader too.
  output.on('error', () => undefined)
  // Also where the reader leaves: the file that is being read would stay open.
  output.once('close', () => current?.destroy())

  function requireReader(): void {
    if (output.destroyed) throw new Error('the archive is not read any more')
  }

  async function read(open: () => Promise<Readable>, take: (error: null, content: Readable) => void): Promise<void> {
    requireReader()
    const content = await open()
    current = content
    // The library hears no error of it, and it comes also after the reader has left.
    content.once('error', stop)
    if (output.destroyed) content.destroy()
    take(null, content)
    await finished(content, { writable: false })
  }

  /** Resolves when the entry's content has been read. */
  async function add({ path, at, ...entry }: ZipEntry): Promise<void> {
    requireReader()
    const options = at && { mtime: at }
    if (entry.bytes) zip.addBuffer(entry.bytes, path, { ...options, compress: entry.compress })
    else if (!entry.open) zip.addEmptyDirectory(path, options)
    else {
      const { open, compress = false, size } = entry
      await new Promise<void>((resolve, reject) => {
        zip.addReadStreamLazy(path, { ...options, compress, size }, (take) => {
          read(open, take).then(resolve, (error: unknown) => {
            stop(error)
            reject(error instanceof Error ? error : new Error(String(error)))
          })
        })
      })
    }
  }

  return {
    output,
    add,
    stop,
    /** Resolves with the archive's size where it is known. */
    end: () =>
      new Promise<number>((resolve) => {
        const known: (total?: number) => void = (total) => resolve(total ?? 0)
        zip.end(undefined, known)
      }),
  }
}
