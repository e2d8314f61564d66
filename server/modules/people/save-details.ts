import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { UserType } from '../../../contract/endpoint.ts'
import { idCardHolder, type PersonFields, type PersonKey } from '../../../contract/endpoints/people/people.ts'
import { hasField, isSealed, type SavedDetail, SAVED_DETAILS } from '../../../contract/people/fields.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { readIdCard } from '../../../contract/rules/fields/id-card.ts'
import type { Tx } from '../../db/database.ts'
import { fieldError } from '../../http/call.ts'
import { detailColumns, hasNoDetail } from './field-sql.ts'
import { findPeopleOf } from './list-people.ts'
import type { NumberSeal } from './sealed-numbers.ts'

type GivenDetails = Pick<PersonFields, SavedDetail>

interface Owner {
  readonly unitId: string
  readonly key: PersonKey
  readonly userType: UserType
}

/** The facts of registers of which a save says something. */
export const givenDetails = (given: GivenDetails) => SAVED_DETAILS.filter((name) => given[name] !== undefined)

/**
 * Writes the facts that were given of a person and belong to the type; null removes one, and numbers are sealed. Throws at its field 'field.id_card', and 'people.id_card_taken' for the number
 * of another person, who is named in its data: the caller has the right in the whole unit.
 */
export async function saveDetails(tx: Tx, seal: NumberSeal, owner: Owner, given: GivenDetails): Promise<void> {
  const { unitId, key, userType } = owner
  const columns: string[] = []
  const values: SQL[] = []
  for (const name of givenDetails(given)) {
    if (!hasField(userType, name)) continue
    columns.push(...detailColumns(name))
    const value = given[name] ?? null
    if (!isSealed(name)) values.push(sql`${value}`)
    else values.push(...(value === null ? [sql`null`, sql`null`] : await sealIdCard(tx, seal, owner, value)))
  }
  if (columns.length === 0) return
  const by = sql.raw(key.kind === 'pupil' ? 'student_id' : 'user_id')
  await tx.execute(sql`
    insert into person_detail (unit_id, ${by}, among, ${sql.raw(columns.join(', '))})
    values (${unitId}, ${key.id}, ${amongOf(userType)}, ${sql.join(values, sql`, `)})
    on conflict (${by}) do update set ${sql.raw(columns.map((column) => `${column} = excluded.${column}`).join(', '))}`)
  await tx.execute(sql`delete from person_detail where ${by} = ${key.id}::uuid and ${hasNoDetail}`)
}

/** Among whom an identity number is unique: pupils 1, employees 2, parents 3. */
const amongOf = (userType: UserType) => (userType === 4 ? 2 : userType)

/** The key and the sealed bytes of a number that nobody else has. */
async function sealIdCard(tx: Tx, seal: NumberSeal, { key, userType }: Owner, typed: string): Promise<SQL[]> {
  const read = readIdCard(typed)
  if (!read) throw fieldError('idCard', 'field.id_card')
  const number = seal.seal('idCard', read.number, read.compared)
  const { rows } = await tx.execute<{ student: string | null; account: string | null }>(sql`
    select student_id as student, user_id as account from person_detail
    where among = ${amongOf(userType)} and id_card_key = decode(${number.key}, 'hex') and coalesce(student_id, user_id) <> ${key.id}::uuid`)
  const [taken] = rows
  if (taken) throw await namingHolder(tx, taken)
  return [sql`decode(${number.key}, 'hex')`, sql`decode(${number.sealed}, 'hex')`]
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
