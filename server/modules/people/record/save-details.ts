import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { UserType } from '../../../../contract/endpoint.ts'
import { idCardHolder, type PersonFields, type PersonKey } from '../../../../contract/endpoints/people/people.ts'
import { hasField, isSealed, type SavedDetail, SAVED_DETAILS } from '../../../../contract/people/fields.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { readIdCard } from '../../../../contract/rules/fields/id-card.ts'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import { fieldError } from '../../../http/call.ts'
import { detailColumns, hasNoDetail } from '../field-sql.ts'
import { findPeopleOf } from '../list/list-people.ts'
import type { NumberSeal } from './sealed-numbers.ts'

const detailRow = z.record(z.string(), z.unknown())
const holderRow = z.object({ student: z.nullable(z.string()), account: z.nullable(z.string()) })

type GivenDetails = Pick<PersonFields, SavedDetail>

interface Owner {
  readonly unitId: string
  readonly key: PersonKey
  readonly userType: UserType
}

/** What a save does to facts, by field, without their values: for the trail. */
export type ChangedDetails = Readonly<Record<string, 'entered' | 'removed'>>

/** Whether a save says something of a number, which takes the right in the whole unit. */
export const namesNumber = (given: GivenDetails) =>
  SAVED_DETAILS.some((name) => isSealed(name) && given[name] !== undefined)

/**
 * Writes the facts that were given of a person, belong to the type and differ from what is kept; null removes one, and numbers are sealed. Throws at its field 'field.id_card', and
 * 'people.id_card_taken' for the number of another person, who is named in its data: the caller has the right in the whole unit.
 */
export async function saveDetails(
  tx: Tx,
  seal: NumberSeal,
  owner: Owner,
  given: GivenDetails,
): Promise<ChangedDetails> {
  const { unitId, key, userType } = owner
  const by = sql.raw(key.kind === 'pupil' ? 'student_id' : 'user_id')
  const [kept] = await queryRows(tx, detailRow)`select * from person_detail where ${by} = ${key.id}::uuid`
  const changed: Record<string, 'entered' | 'removed'> = {}
  const columns: string[] = []
  const values: SQL[] = []
  for (const name of SAVED_DETAILS) {
    const value = given[name]
    const own = detailColumns(name)
    const isKept = !isSealed(name) && own.every((column) => (kept?.[column] ?? null) === value)
    if (value === undefined || isKept || !hasField(userType, name)) continue
    changed[name] = value === null ? 'removed' : 'entered'
    columns.push(...own)
    if (value === null) values.push(...own.map(() => sql`null`))
    else values.push(...(isSealed(name) ? await sealIdCard(tx, seal, owner, value) : [sql`${value}`]))
  }
  if (columns.length === 0) return changed
  await tx.execute(sql`
    insert into person_detail (unit_id, ${by}, among, ${sql.raw(columns.join(', '))})
    values (${unitId}, ${key.id}, ${amongOf(userType)}, ${sql.join(values, sql`, `)})
    on conflict (${by}) do update set ${sql.raw(columns.map((column) => `${column} = excluded.${column}`).join(', '))}`)
  await tx.execute(sql`delete from person_detail where ${by} = ${key.id}::uuid and ${hasNoDetail}`)
  return changed
}

/** Among whom an identity number is unique: pupils 1, employees 2, parents 3. */
const amongOf = (userType: UserType) => (userType === 4 ? 2 : userType)

/** The key and the sealed bytes of a number that nobody else has. */
async function sealIdCard(tx: Tx, seal: NumberSeal, { key, userType }: Owner, typed: string): Promise<SQL[]> {
  const read = readIdCard(typed)
  if (!read) throw fieldError('idCard', 'field.id_card')
  const number = seal.seal('idCard', read.number, read.compared)
  const [taken] = await queryRows(tx, holderRow)`
    select student_id as student, user_id as account from person_detail
    where among = ${amongOf(userType)} and id_card_key = decode(${number.key}, 'hex') and coalesce(student_id, user_id) <> ${key.id}::uuid`
  if (taken) throw await namingHolder(tx, taken)
  return [sql`decode(${number.key}, 'hex')`, sql`decode(${number.sealed}, 'hex')`]
}

/** The error says whose the number is, so that the two are found and set right. */
async function namingHolder(tx: Tx, { student, account }: z.infer<typeof holderRow>) {
  const key: PersonKey = student === null ? { kind: 'account', id: account ?? '' } : { kind: 'pupil', id: student }
  const [holder] = await findPeopleOf(tx, null, [key])
  return new PortalError('people.id_card_taken', {
    fields: [{ field: 'idCard', code: 'people.id_card_taken' }],
    ...(holder && { data: z.parse(idCardHolder, { holder }) }),
  })
}
