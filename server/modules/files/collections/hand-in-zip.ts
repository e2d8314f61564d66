import { PassThrough, type Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import * as z from 'zod/mini'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { StreamCall } from '../../../http/call.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import { attachmentHeader } from '../../../blobs/content-disposition.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { findFreeName } from '../entries.ts'
import { className } from './hand-ins.ts'

const zipRows = z.array(
  z.object({
    title: z.string(),
    className: z.string(),
    number: z.string(),
    student: z.string(),
    name: z.string(),
    sha256: z.string(),
    size: z.number(),
    createdAt: z.number(),
  }),
)
type ZipRow = z.infer<typeof zipRows>[number]

/** Sends everything of a hand-in of the caller's as a ZIP. Throws 'handin.gone', also where nothing was handed in. */
export async function sendHandInZip(bytes: ByteStore, id: string, call: StreamCall): Promise<FastifyReply> {
  const rows = await call.inUnit((tx) => readRows(tx, id), 'export')
  const [first] = rows
  if (!first) throw new PortalError('handin.gone')
  const { unitId } = call.session
  const { output, size } = await writeZip(
    nameEntries(rows).map(({ path, size: fileSize, sha256, createdAt }) => ({
      path,
      size: fileSize,
      at: new Date(createdAt),
      open: () => bytes.openObject({ unitId, sha256 }),
    })),
  )
  return call.reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': attachmentHeader(`${cleanName(`${first.className} ${first.title}`)}.zip`),
      'content-length': size,
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/zip',
      'x-content-type-options': 'nosniff',
    })
    .send(output)
}

async function readRows(tx: Tx, id: string): Promise<ZipRow[]> {
  if (!isRowId(id)) return []
  const { rows } = await tx.execute(sql`
    select h.title, ${className} ->> 'name' as "className", s.student_number as number, s.real_name as student, f.name, f.sha256,
      f.size::float8 as size, (extract(epoch from f.created_at) * 1000)::float8 as "createdAt"
    from hand_in h join class_group c using (class_id) join grade g using (grade_id)
      join hand_in_file f using (hand_in_id) join student s using (student_id)
    where h.hand_in_id = ${id}::uuid and h.author_id = portal_user_id()
    order by s.student_number, s.student_id, f.created_at, f.hand_in_file_id`)
  return z.parse(zipRows, rows)
}

/** `class/number_name_file`, so that the list of an archive is in the order of the class; a number where a pupil has two of a name. */
export function nameEntries<T extends Pick<ZipRow, 'className' | 'number' | 'student' | 'name'>>(
  rows: readonly T[],
): (T & { path: string })[] {
  const taken = new Set<string>()
  return rows.map((row) => {
    const folder = cleanName(row.className)
    const wanted = [row.number, row.student, row.name].map(cleanName).join('_')
    const name = findFreeName(wanted, taken)
    taken.add(name)
    return { ...row, path: `${folder}/${name}` }
  })
}

/** Windows refuses these in names, and a name that ends with a dot or a space. */
function cleanName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
  const clean = name.replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_').replace(/[. ]+$/, '')
  return clean === '' ? '_' : clean
}

interface ZipEntry {
  readonly path: string
  readonly size: number
  readonly at: Date
  readonly open: () => Promise<Readable>
}

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
  for (const { path, size, at, open } of entries) {
    zip.addReadStreamLazy(path, { compress: false, size, mtime: at }, (take) => {
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
