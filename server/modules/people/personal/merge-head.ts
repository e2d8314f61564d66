import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { MergeField } from '../../../contract/endpoints/people/merging.ts'
import type { Tx } from '../../db/database.ts'
import { asPersonalDataRole } from '../../db/personal-data-role.ts'
import { unitTimeZone } from '../tenants/unit-time-zone.ts'
import type { Merged } from './personal-rules.ts'
import { mergeSteps } from './personal-steps.ts'

interface Ids {
  readonly studentId: string | null
  readonly userId: string | null
}

interface Pair {
  readonly keep: Ids
  readonly gone: Ids
  readonly take: readonly MergeField[]
}

const text = z.nullable(z.string())
const side = z.object({
  pupil: z.nullable(
    z.object({
      student_number: z.string(),
      real_name: z.string(),
      english_name: z.string(),
      sex: z.nullable(z.number()),
      birthday: text,
      class_id: text,
    }),
  ),
  account: z.nullable(
    z.object({
      login_name: z.string(),
      email: text,
      real_name: z.string(),
      english_name: z.string(),
      sex: z.nullable(z.number()),
      parent_id: text,
      status: z.number(),
    }),
  ),
  employee: z.nullable(
    z.object({
      staff_number: z.string(),
      english_name: z.string(),
      department_id: text,
      position_title: z.string(),
      english_position_title: z.string(),
    }),
  ),
  phone: text,
  contact: text,
  guardianPhone: text,
})
const both = z.tuple([z.object({ keep: side, gone: side })])
type Side = z.infer<typeof side>

/**
 * What a merge does in the call: the values that stay, ways of signing in, roles, classes, family and whatever else a person has little of. Afterwards the entry that goes is
 * closed and has no number and no name of its own to sign in by; the steps of the tail move the rest.
 */
export function mergeHead(tx: Tx, of: Merged, pair: Pair): Promise<void> {
  return asPersonalDataRole(tx, async () => {
    const values = await readSides(tx, pair)
    if (of.user) await forgetContacts(tx, of.user)
    await freeValues(tx, of, pair)
    for (const { run } of mergeSteps(of).head) await run(tx, Infinity, null)
    await writePupil(tx, pair, values)
    if (of.user) await writeAccount(tx, of.user, pair, values)
    else await nameAccount(tx, pair)
    if (!of.user) return
    // After its links were moved: they end with an account that is closed.
    await tx.execute(sql`update user_account set status = 0 where user_id = ${of.user[0]}::uuid`)
    // Who recognises faces keeps an index of them, which an update of a photo does not reach by itself.
    await tx.execute(sql`
      select pg_notify('portal_faces', json_build_object('unitId', portal_unit_id(), 'userId', u)::text) from unnest(${sql.param([...of.user])}::uuid[]) u`)
  })
}

async function readSides(tx: Tx, { keep, gone }: Pair): Promise<{ keep: Side; gone: Side }> {
  await tx.execute(sql`
    select from student where unit_id = portal_unit_id() and student_id in (${keep.studentId}::uuid, ${gone.studentId}::uuid) order by student_id for update`)
  await tx.execute(sql`
    select from user_account where unit_id = portal_unit_id() and user_id in (${keep.userId}::uuid, ${gone.userId}::uuid) order by user_id for update`)
  const one = ({ studentId, userId }: Ids) => sql`
    json_build_object(
      'pupil', (select to_json(s) from student s where s.student_id = ${studentId}::uuid),
      'account', (select to_json(a) from user_account a where a.user_id = ${userId}::uuid),
      'employee', (select to_json(m) from staff_member m where m.user_id = ${userId}::uuid),
      'phone', (select c.phone from account_contact c where c.user_id = ${userId}::uuid),
      'contact', (select c.contact from account_contact c where c.user_id = ${userId}::uuid),
      'guardianPhone', (select c.phone from guardian_contact c where c.parent_id = ${userId}::uuid))`
  const { rows } = await tx.execute(sql`select ${one(keep)} as keep, ${one(gone)} as gone`)
  return z.parse(both, rows)[0]
}

const forgetContacts = async (tx: Tx, [gone, stays]: readonly [string, string]) => {
  await tx.execute(sql`delete from account_contact where user_id in (${gone}::uuid, ${stays}::uuid)`)
  await tx.execute(sql`delete from guardian_contact where parent_id in (${gone}::uuid, ${stays}::uuid)`)
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

const set = (values: Readonly<Record<string, unknown>>): SQL =>
  sql.join(
    Object.entries(values).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`),
    sql`, `,
  )

async function writePupil(tx: Tx, { keep, gone, take }: Pair, { keep: ours, gone: theirs }: Sides): Promise<void> {
  if (!ours.pupil || !theirs.pupil) return
  const of = (field: MergeField) => (take.includes(field) ? theirs.pupil : ours.pupil)
  const values = {
    user_id: keep.userId ?? gone.userId,
    student_number: of('number')?.student_number,
    birthday: of('birthday')?.birthday,
    sex: of('sex')?.sex,
    real_name: of('realName')?.real_name,
    english_name: of('englishName')?.english_name,
    class_id: (take.includes('place') ? theirs.pupil.class_id : null) ?? ours.pupil.class_id,
  }
  await tx.execute(sql`update student set ${set(values)} where student_id = ${keep.studentId}::uuid`)
}

interface Sides {
  readonly keep: Side
  readonly gone: Side
}

/** The one account of two pupils is called as the pupil who stays. */
async function nameAccount(tx: Tx, { keep }: Pair): Promise<void> {
  await tx.execute(sql`
    update user_account a set real_name = s.real_name, english_name = s.english_name, sex = s.sex
    from student s where s.student_id = ${keep.studentId}::uuid and a.user_id = s.user_id`)
}

async function writeAccount(
  tx: Tx,
  [, stays]: readonly [string, string],
  { take }: Pair,
  { keep, gone }: Sides,
): Promise<void> {
  if (!keep.account || !gone.account) return
  const of = (field: MergeField) => (take.includes(field) ? gone : keep)
  const named = (field: 'realName' | 'englishName' | 'sex') => of(field).pupil ?? of(field).account
  const values = {
    login_name: of('signIn').account?.login_name,
    email: of('email').account?.email,
    sex: of('sex').pupil?.sex ?? of('sex').account?.sex,
    real_name: named('realName')?.real_name,
    english_name: named('englishName')?.english_name,
    parent_id: keep.account.parent_id ?? gone.account.parent_id,
    status: keep.pupil ? Math.max(keep.account.status, gone.account.status) : keep.account.status,
  }
  await tx.execute(sql`update user_account set ${set(values)} where user_id = ${stays}::uuid`)
  if (keep.employee && gone.employee) {
    const employee = {
      staff_number: of('number').employee?.staff_number,
      english_name: of('englishName').employee?.english_name,
      department_id: of('place').employee?.department_id,
      position_title: of('position').employee?.position_title,
      english_position_title: of('position').employee?.english_position_title,
    }
    await tx.execute(sql`update staff_member set ${set(employee)} where user_id = ${stays}::uuid`)
  }
  const contact = keep.contact ?? gone.contact
  const { phone, guardianPhone } = of('phone')
  if (phone !== null || contact !== null)
    await tx.execute(
      sql`insert into account_contact (user_id, unit_id, phone, contact) values (${stays}, portal_unit_id(), ${phone}, ${contact})`,
    )
  if (guardianPhone !== null)
    await tx.execute(
      sql`insert into guardian_contact (parent_id, unit_id, phone) values (${stays}, portal_unit_id(), ${guardianPhone})`,
    )
}
