import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type PersonKey, showIdCard } from '../../../../contract/endpoints/people/people.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { SEALED_FIELDS } from '../../../../contract/people/fields.ts'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import type { Session } from '../../../http/call.ts'
import { requireMayActFor } from '../../auth/may-act-for.ts'
import { sealedColumns } from '../field-sql.ts'
import { requirePerson } from '../list/list-people.ts'
import type { NumberSeal } from './sealed-numbers.ts'

/** The sealed numbers of a person. Throws what the endpoint says. */
export async function readIdCardOf(
  tx: Tx,
  caller: Session,
  key: PersonKey,
  seal: NumberSeal,
): Promise<ResponseOf<typeof showIdCard>> {
  const { userId } = await requirePerson(tx, key)
  if (userId !== null) await requireMayActFor(tx, caller, [userId])
  const [row] = await queryRows(tx, showIdCard.response)`
    select ${sql.raw(sealedColumns.map(({ name, sealed }) => `encode(${sealed}, 'hex') as "${name}"`).join(', '))}
    from person_detail where ${key.kind === 'pupil' ? sql`student_id` : sql`user_id`} = ${key.id}::uuid`
  const numbers = SEALED_FIELDS.map((name) => {
    const sealed = row?.[name] ?? null
    return [name, sealed === null ? null : seal.open(name, sealed)]
  })
  return z.parse(showIdCard.response, Object.fromEntries(numbers))
}
