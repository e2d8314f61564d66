import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { PersonKey, showIdCard } from '../../../contract/endpoints/people/people.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import type { Session } from '../../http/call.ts'
import { requireMayActFor } from '../auth/may-act-for.ts'
import type { NumberSeal } from './sealed-numbers.ts'
import { requirePeople } from './activity.ts'

const hex = z.nullable(z.string())
const found = z.array(z.object({ idCard: hex, nationalNumber: hex }))

/** The sealed numbers of a person. Throws what the endpoint says. */
export async function readIdCardOf(
  tx: Tx,
  caller: Session,
  key: PersonKey,
  seal: NumberSeal,
): Promise<ResponseOf<typeof showIdCard>> {
  const [person] = await requirePeople(tx, [key])
  if (!person) throw new PortalError('people.gone')
  if (person.userId !== null) await requireMayActFor(tx, caller, [person.userId])
  const { rows } = await tx.execute(sql`
    select encode(id_card_sealed, 'hex') as "idCard", encode(national_number_sealed, 'hex') as "nationalNumber"
    from person_detail where ${key.kind === 'pupil' ? sql`student_id` : sql`user_id`} = ${key.id}::uuid`)
  const [row] = z.parse(found, rows)
  const open = (field: 'idCard' | 'nationalNumber') => {
    const sealed = row?.[field] ?? null
    return sealed === null ? null : seal.open(field, sealed)
  }
  return { idCard: open('idCard'), nationalNumber: open('nationalNumber') }
}
