import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { MERGE_FIELDS, type MergeField } from '../../../../contract/endpoints/people/merging.ts'
import type { Tx } from '../../../db/database.ts'
import { queryOne } from '../../../db/query.ts'
import { asPersonalDataRole } from '../../../db/personal-data-role.ts'
import { unitTimeZone } from '../../units/unit-time-zone.ts'
import { fieldColumns } from '../field-sql.ts'
import { STORED } from '../fields.ts'
import type { Merged } from './personal-rules.ts'
import { mergeSteps } from './personal-steps.ts'

/** The pupil and the account of an entry; null where it has none. */
export interface Ids {
  readonly studentId: string | null
  readonly userId: string | null
}

interface Pair {
  readonly keep: Ids
  readonly gone: Ids
  readonly take: readonly MergeField[]
}

const row = z.nullable(z.record(z.string(), z.unknown()))
/** The rows of an entry, as JSON. */
const side = z.object({
  student: row,
  user_account: row,
  staff_member: row,
  account_contact: row,
  guardian_contact: row,
})
const sides = z.object({ keep: side, gone: side })
type Sides = z.infer<typeof sides>

/**
 * What a merge does in the call: the values that stay, ways of signing in, roles, classes, family and whatever else a person has little of. Afterwards the entry that goes is
 * closed and has no number and no name of its own to sign in by; the steps of the tail move the rest.
 */
export function mergeHead(tx: Tx, of: Merged, pair: Pair): Promise<void> {
  return asPersonalDataRole(tx, async () => {
    const values = await readSides(tx, pair)
    if (of.user) {
      const both = sql`(${of.user[0]}::uuid, ${of.user[1]}::uuid)`
      await tx.execute(sql`delete from account_contact where user_id in ${both}`)
      await tx.execute(sql`delete from guardian_contact where parent_id in ${both}`)
    }
    await freeValues(tx, of, pair)
    for (const { run } of mergeSteps(of).head) await run(tx, Infinity, null)
    await writePupil(tx, pair, values)
    if (!of.user) {
      // The one account of two pupils is called as the pupil who stays.
      await tx.execute(sql`
        update user_account a set real_name = s.real_name, english_name = s.english_name, sex = s.sex
        from student s where s.student_id = ${pair.keep.studentId}::uuid and a.user_id = s.user_id`)
      return
    }
    await writeAccount(tx, of.user, pair, values)
    // After its links were moved: they end with an account that is closed.
    await tx.execute(sql`update user_account set status = 0 where user_id = ${of.user[0]}::uuid`)
    // Who recognises faces keeps an index of them, which an update of a photo does not reach by itself.
    await tx.execute(sql`
      select pg_notify('portal_faces', json_build_object('unitId', portal_unit_id(), 'userId', u)::text) from unnest(${sql.param([...of.user])}::uuid[]) u`)
  })
}

async function readSides(tx: Tx, { keep, gone }: Pair): Promise<Sides> {
  await tx.execute(sql`
    select from student where unit_id = portal_unit_id() and student_id in (${keep.studentId}::uuid, ${gone.studentId}::uuid) order by student_id for update`)
  await tx.execute(sql`
    select from user_account where unit_id = portal_unit_id() and user_id in (${keep.userId}::uuid, ${gone.userId}::uuid) order by user_id for update`)
  const one = ({ studentId, userId }: Ids) => sql`
    json_build_object(
      'student', (select to_json(s) from student s where s.student_id = ${studentId}::uuid),
      'user_account', (select to_json(a) from user_account a where a.user_id = ${userId}::uuid),
      'staff_member', (select to_json(m) from staff_member m where m.user_id = ${userId}::uuid),
      'account_contact', (select to_json(c) from account_contact c where c.user_id = ${userId}::uuid),
      'guardian_contact', (select to_json(c) from guardian_contact c where c.parent_id = ${userId}::uuid))`
  return queryOne(tx, sides)`select ${one(keep)} as keep, ${one(gone)} as gone`
}

/** Numbers and names that are there once in a unit are free for the one who stays. */
async function freeValues(tx: Tx, { user }: Merged, { gone }: Pair): Promise<void> {
  await tx.execute(sql`
    update student set user_id = null, student_number = student_id::text, class_id = null, left_on = coalesce(left_on, (now() at time zone ${unitTimeZone})::date),
      left_reason = coalesce(left_reason, 'left')
    where student_id = ${gone.studentId}::uuid`)
  if (user)
    await tx.execute(
      sql`update user_account set login_name = user_id::text, email = null, parent_id = null where user_id = ${user[0]}::uuid`,
    )
}

/**
 * `set` of a table for the one who stays: the values that were chosen of its fields, and others. The account of a pupil is called as the pupil. A field of which nobody chooses keeps its value, or
 * gets that of the other.
 */
function set(
  table: 'student' | 'user_account' | 'staff_member',
  { keep, gone }: Sides,
  take: readonly string[],
  others: Readonly<Record<string, unknown>> = {},
): SQL {
  const chosen = fieldColumns(table).map(({ name, column, choice = name }) => {
    const pupils = table === 'user_account' ? STORED[name].student : undefined
    const valueOf = (one: Sides['keep']) => one.student?.[pupils ?? ''] ?? one[table]?.[column] ?? null
    if (take.includes(choice)) return [column, valueOf(gone)] as const
    return [column, isMergeField(choice) ? valueOf(keep) : (valueOf(keep) ?? valueOf(gone))] as const
  })
  return sql.join(
    [...chosen, ...Object.entries(others)].map(([column, value]) => sql`${sql.identifier(column)} = ${value}`),
    sql`, `,
  )
}

const isMergeField = (name: string) => MERGE_FIELDS.some((field) => field === name)

async function writePupil(tx: Tx, { keep, gone, take }: Pair, values: Sides): Promise<void> {
  const [ours, theirs] = [values.keep.student, values.gone.student]
  if (!ours || !theirs) return
  const others = {
    user_id: keep.userId ?? gone.userId,
    class_id: (take.includes('place') ? theirs['class_id'] : null) ?? ours['class_id'],
  }
  await tx.execute(
    sql`update student set ${set('student', values, take, others)} where student_id = ${keep.studentId}::uuid`,
  )
}

async function writeAccount(
  tx: Tx,
  [, stays]: readonly [string, string],
  { take }: Pair,
  values: Sides,
): Promise<void> {
  const { keep, gone } = values
  const [ours, theirs] = [keep.user_account, gone.user_account]
  if (!ours || !theirs) return
  const others = {
    parent_id: ours['parent_id'] ?? theirs['parent_id'],
    status: keep.student ? Math.max(Number(ours['status']), Number(theirs['status'])) : ours['status'],
  }
  await tx.execute(
    sql`update user_account set ${set('user_account', values, take, others)} where user_id = ${stays}::uuid`,
  )
  if (keep.staff_member && gone.staff_member)
    await tx.execute(sql`update staff_member set ${set('staff_member', values, take)} where user_id = ${stays}::uuid`)
  const contact = keep.account_contact?.['contact'] ?? gone.account_contact?.['contact'] ?? null
  const of = take.includes('phone') ? gone : keep
  const [phone = null, guardianPhone = null] = [of.account_contact?.['phone'], of.guardian_contact?.['phone']]
  if (phone !== null || contact !== null)
    await tx.execute(
      sql`insert into account_contact (user_id, unit_id, phone, contact) values (${stays}, portal_unit_id(), ${phone}, ${contact})`,
    )
  if (guardianPhone !== null)
    await tx.execute(
      sql`insert into guardian_contact (parent_id, unit_id, phone) values (${stays}, portal_unit_id(), ${guardianPhone})`,
    )
}
