import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { idCardHolder, type PersonKey } from '../../../contract/endpoints/people/people.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { readIdCard } from '../../../contract/rules/fields/id-card.ts'
import type { Tx } from '../../db/database.ts'
import { fieldError } from '../../http/call.ts'
import type { NumberSeal } from './sealed-numbers.ts'
import { findPeopleOf } from './list-people.ts'

/**
 * Seals and writes the identity number of a person, or removes it (null). `among`: the kind of people among whom a number is unique, as in `person_detail`. Throws at its field
 * 'field.id_card', and 'people.id_card_taken' for the number of another person, who is named in
 * its data: the caller has the right in the whole unit.
 */
export async function saveIdCard(
  tx: Tx,
  seal: NumberSeal,
  { unitId, key, among }: { unitId: string; key: PersonKey; among: 1 | 2 | 3 },
  typed: string | null,
): Promise<void> {
  const owner = key.kind === 'pupil' ? sql`student_id` : sql`user_id`
  if (typed === null) {
    await tx.execute(sql`update person_detail set id_card_sealed = null, id_card_key = null where ${owner} = ${key.id}`)
    await tx.execute(sql`
      delete from person_detail where ${owner} = ${key.id} and num_nonnulls(id_card_key, national_number_key, enrolled_on, ethnic_group) = 0`)
    return
  }
  const read = readIdCard(typed)
  if (!read) throw fieldError('idCard', 'field.id_card')
  const number = seal.seal('idCard', read.number, read.compared)
  const { rows } = await tx.execute<{ student: string | null; account: string | null }>(sql`
    select student_id as student, user_id as account from person_detail where among = ${among} and id_card_key = decode(${number.key}, 'hex') and ${owner} is distinct from ${key.id}::uuid`)
  const [taken] = rows
  if (taken) throw await namingHolder(tx, taken)
  await tx.execute(sql`
    insert into person_detail (unit_id, ${owner}, among, id_card_key, id_card_sealed)
    values (${unitId}, ${key.id}, ${among}, decode(${number.key}, 'hex'), decode(${number.sealed}, 'hex'))
    on conflict (${owner}) do update set id_card_key = excluded.id_card_key, id_card_sealed = excluded.id_card_sealed`)
}

/** The error says whose the number is, so that the two are found and set right. */
async function namingHolder(tx: Tx, { student, account }: { student: string | null; account: string | null }) {
  const key: PersonKey = student === null ? { kind: 'account', id: account ?? '' } : { kind: 'pupil', id: student }
  const [holder] = await findPeopleOf(tx, null, [key])
  return new PortalError('people.id_card_taken', {
    fields: [{ field: 'idCard', code: 'people.id_card_taken' }],
    ...(holder && { data: z.parse(idCardHolder, { holder }) }),
  })
}
