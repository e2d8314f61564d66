import { sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { downloadHandInZip } from '../../../../contract/endpoints/storage/collections.ts'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import type { StreamCall } from '../../../http/call.ts'
import { writeZip } from '../../../runtime/zip.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import type { Tx } from '../../../db/database.ts'
import { asId, queryRows } from '../../../db/query.ts'
import { chooseNames, cleanName, sendZip } from '../zip.ts'
import { className } from '../../units/class-names.ts'

const zipRow = z.object({
  title: z.string(),
  className: z.string(),
  number: z.string(),
  student: z.string(),
  name: z.string(),
  sha256: z.string(),
  size: z.number(),
  createdAt: z.coerce.date(),
})
type ZipRow = z.infer<typeof zipRow>

/** Sends everything of a hand-in of the caller's, or what one pupil handed in, as a ZIP. Throws 'handin.gone', also where nothing was handed in. */
export async function sendHandInZip(
  bytes: ByteStore,
  { id, studentId }: ParsedRequestOf<typeof downloadHandInZip>,
  call: StreamCall,
): Promise<FastifyReply> {
  const rows = await call.inUnit((tx) => readRows(tx, id, studentId), 'export')
  const [first] = rows
  if (!first) throw new PortalError('handin.gone')
  call.checked()
  const { unitId } = call.session
  const { output, size } = await writeZip(
    nameEntries(rows).map(({ path, size: fileSize, sha256, createdAt }) => ({
      path,
      size: fileSize,
      at: createdAt,
      open: () => bytes.openObject({ unitId, sha256 }),
    })),
  )
  const of = studentId === undefined ? [] : [first.number, first.student]
  return sendZip(call, [first.className, first.title, ...of].join(' '), { output, size })
}

async function readRows(tx: Tx, id: string, studentId: string | undefined): Promise<ZipRow[]> {
  return queryRows(tx, zipRow)`
    select h.title, ${className} as "className", s.student_number as number, s.real_name as student, f.name, f.sha256,
      f.size, f.created_at as "createdAt"
    from hand_in h join class_group c using (class_id) join grade g using (grade_id)
      join hand_in_file f using (hand_in_id) join student s using (student_id)
    where h.hand_in_id = ${asId(id)} and portal_keeps_hand_in(h.class_id, h.author_id) and h.removed_at is null
      ${studentId === undefined ? sql`` : sql`and f.student_id = ${asId(studentId)}`}
    order by s.student_number, s.student_id, f.created_at, f.hand_in_file_id`
}

/** `class/number_name_file`, so that the list of an archive is in the order of the class; a number where a pupil has two of a name. */
export function nameEntries<T extends Pick<ZipRow, 'className' | 'number' | 'student' | 'name'>>(
  rows: readonly T[],
): (T & { path: string })[] {
  const choose = chooseNames()
  return rows.map((row) => ({
    ...row,
    path: `${cleanName(row.className)}/${choose([row.number, row.student, row.name].join('_'))}`,
  }))
}
