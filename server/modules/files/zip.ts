import { PassThrough, type Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import type { StreamCall } from '../../http/call.ts'
import { attachmentHeader } from '../../blobs/content-disposition.ts'

/** A name for an entry or the archive itself. Windows refuses these in names, and a name that ends with a dot or a space. */
export function cleanName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
  const clean = name.replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_').replace(/[. ]+$/, '')
  return clean === '' ? '_' : clean
}

/** A file, or an empty folder, whose path ends with a slash. */
export type ZipEntry =
  | { readonly path: string; readonly at: Date; readonly size: number; readonly open: () => Promise<Readable> }
  | { readonly path: string; readonly at: Date; readonly open?: never }

/**
 * A ZIP of stored files that is written as fast as it is read, one file after the other, and its size. Without compression, since what people hand in is compressed
 * already, and so that the size is known before. An entry that cannot be opened breaks the stream.
 */
export async function writeZip(entries: readonly ZipEntry[]): Promise<{ output: Readable; size: number }> {
  const zip = new ZipFile()
  const output = new PassThrough()
  let current: Readable | undefined
  const stop = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', stop)
  zip.outputStream.pipe(output)
  // Also where the reader leaves: the file that is being read would stay open.
  output.once('close', () => current?.destroy())
  for (const entry of entries) {
    const { path, at, open } = entry
    if (!open) {
      zip.addEmptyDirectory(path, { mtime: at })
      continue
    }
    zip.addReadStreamLazy(path, { compress: false, size: entry.size, mtime: at }, (take) => {
      const opened = async () => {
        if (output.destroyed) throw new Error('the archive is not read any more')
        const content = await open()
        current = content
        // It comes also after the reader has left.
        content.once('error', stop)
        if (output.destroyed) content.destroy()
        return content
      }
      opened().then((content) => take(null, content), stop)
    })
  }
  const size = await new Promise<number>((resolve) => {
    const known: (total?: number) => void = (total) => resolve(total ?? 0)
    zip.end(undefined, known)
  })
  return { output, size }
}

/** Sends an archive under this name, without its ending. */
export function sendZip(
  { reply }: StreamCall,
  name: string,
  { output, size }: { output: Readable; size: number },
): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': attachmentHeader(`${cleanName(name)}.zip`),
      'content-length': size,
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/zip',
      'x-content-type-options': 'nosniff',
    })
    .send(output)
}
