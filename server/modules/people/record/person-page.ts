import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { GUARDIAN_CODE_USES } from '../../../../contract/endpoints/family/join.ts'
import * as people from '../../../../contract/endpoints/people/people.ts'
import type { PersonKey, PersonPage, Relative } from '../../../../contract/endpoints/people/people.ts'
import { SAVED_DETAILS, SAVED_FIELDS, SEALED_FIELDS } from '../../../../contract/people/fields.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { queryRows, queryValue } from '../../../db/query.ts'
import type { ClassScope, Session } from '../../../http/call.ts'
import { versionOf } from '../../../http/record-version.ts'
import { classesOf } from '../../auth/class-scope.ts'
import { requireMayActFor } from '../../auth/may-act-for.ts'
import { withShownPhone } from '../../phones/show-phone.ts'
import { classLabel } from '../list/search-people.ts'
import { sealedColumns, shownDetails } from '../field-sql.ts'
import type { NumberSeal } from './sealed-numbers.ts'
import { requirePerson } from '../list/list-people.ts'

/** `details` also has the keys of sealed numbers: only the version of the page is made of them. */
const shown = z.looseObject({ details: z.record(z.string(), z.unknown()) })

const relative = sql`'relation', r.relation, 'mayConsent', r.may_consent, 'isEmergencyContact', r.is_emergency_contact,
  'origin', json_build_object('kind', r.origin, 'at', portal_moment(r.origin_at), 'mergedAt', portal_moment(r.merged_at),
    'by', (select json_build_object('userId', b.user_id, 'realName', b.real_name, 'englishName', b.english_name) from user_account b where b.user_id = r.origin_by),
    'file', (select i.file_name from import_run i where i.import_id = r.origin_import),
    'code', (
      select json_build_object('codeId', u.code_id, 'kind', u.kind, 'at', portal_moment(u.at), 'address', u.address, 'userAgent', u.user_agent)
      from guardian_code_use u where u.unit_id = r.unit_id and u.parent_id = r.parent_id and u.student_id = r.student_id and (u.kind = 'claim' or r.origin = 'code')
      order by u.at desc limit 1))`

/** Everything about one person that the administration shows. With a scope without children elsewhere and other accounts. Throws 'people.gone'. */
export async function readPerson(tx: Tx, key: PersonKey, scope: ClassScope): Promise<PersonPage> {
  const found = await requirePerson(tx, key, scope)
  const studentId = key.kind === 'pupil' ? key.id : null
  const { userId } = found
  const row = await queryValue(tx, shown)`
    select json_build_object(
      'birthday', s.birthday, 'email', a.email,
      'phone', coalesce(gc.phone, ac.phone),
      'positionTitle', coalesce(m.position_title, ''), 'englishPositionTitle', coalesce(m.english_position_title, ''),
      'left', case when s.left_on is not null then json_build_object('on', s.left_on, 'reason', s.left_reason) end,
      'guardians', coalesce((
        select json_agg(json_build_object('userId', p.user_id, 'realName', p.real_name, 'englishName', p.english_name, 'loginName', p.login_name,
            'phone', pc.phone, ${relative})
          order by p.real_name)
        from guardian r join user_account p on p.user_id = r.parent_id left join guardian_contact pc on pc.parent_id = p.user_id
        where r.student_id = s.student_id), '[]'),
      'guardianCode', (
        select json_build_object('createdAt', portal_moment(k.created_at), 'expiresAt', portal_moment(k.expires_at), 'uses', k.uses)
        from guardian_code k
        where k.student_id = s.student_id and k.revoked_at is null and k.expires_at > now() and k.uses < ${GUARDIAN_CODE_USES}
        order by k.created_at desc limit 1),
      'children', coalesce((
        select json_agg(json_build_object('studentId', k.student_id, 'realName', k.real_name, 'englishName', k.english_name, 'number', k.student_number,
          'place', case when c.class_id is not null then ${classLabel} end, ${relative}) order by k.student_number)
        from guardian r join student k using (student_id) left join class_group c on c.class_id = k.class_id left join grade g using (grade_id)
        where r.parent_id = a.user_id and ${scope === null ? sql`true` : sql`k.class_id = any (${classesOf(scope)})`}), '[]'),
      'classes', coalesce((
        select json_agg(${classLabel}::jsonb || jsonb_build_object('classId', c.class_id, 'head', coalesce(c.head_teacher_id = a.user_id, false),
          'subjects', coalesce((
            select jsonb_agg(jsonb_build_object('name', u.name, 'englishName', u.english_name) order by u.position)
            from class_teacher t join subject u using (subject_id) where t.class_id = c.class_id and t.user_id = a.user_id), '[]'))
          order by g.position, c.position)
        from class_group c join grade g using (grade_id)
        where c.head_teacher_id = a.user_id or exists (select from class_teacher t where t.class_id = c.class_id and t.user_id = a.user_id)), '[]'),
      'history', coalesce((
        select json_agg(json_build_object('yearId', h.year_id, 'year', h.year, 'class', h.class, 'headTeacher', case when t.user_id is not null then
            json_build_object('realName', t.real_name, 'englishName', t.english_name) end)
          order by h.year_id is null desc, h.starts_on desc, h.year desc)
        from (
          select null::uuid as year_id, u.school_year as year, null::date as starts_on, ${classLabel} as class, c.head_teacher_id
          from class_group c join grade g using (grade_id) join unit u on u.unit_id = c.unit_id where c.class_id = s.class_id
          union all
          select y.year_id, y.name, y.starts_on, ${classLabel}, c.head_teacher_id
          from class_year_pupil p join class_year c using (class_id, year_id) join grade g using (grade_id) join school_year y using (year_id)
          where p.student_id = s.student_id) h
        left join user_account t on t.user_id = h.head_teacher_id), '[]'),
      'roles', coalesce((
        select json_agg(json_build_object('roleId', o.role_id, 'name', o.name, 'englishName', o.english_name) order by o.name)
        from role o where o.role_id in (select held.role_id from portal_held_roles(a.user_id) as held)), '[]'),
      'details', json_build_object(${shownDetails}),
      'linked', (
        select json_build_object('userId', l.user_id, 'realName', l.real_name, 'englishName', l.english_name, 'userType', l.user_type) from user_account l
        where (l.user_id = a.parent_id or l.parent_id = a.user_id) and ${scope === null} limit 1),
      'signIn', json_build_object(
        'passkeys', (select count(*) from passkey x where x.user_id = a.user_id),
        'secondStep', exists (select from second_step x where x.user_id = a.user_id),
        'identities', (select count(*) from external_identity x where x.user_id = a.user_id),
        'devices', (select count(*) from login_device x where x.user_id = a.user_id),
        'sessions', (select count(*) from session x where x.user_id = a.user_id and x.revoked_at is null and x.refresh_expires_at > now()
          and x.ends_at > now())),
      'storageUsed', coalesce((select sum(f.size) from storage_file f where f.owner_id = a.user_id), 0),
      'face', json_build_object(
        'consent', exists (select from face_consent x where x.user_id = a.user_id and x.withdrawn_at is null),
        'photos', (select count(*) from face_photo x where x.user_id = a.user_id))) as details
    from (select) nothing
    left join student s on s.student_id = ${studentId}
    left join user_account a on a.user_id = ${userId}
    left join staff_member m on m.user_id = a.user_id
    left join guardian_contact gc on gc.parent_id = a.user_id
    left join account_contact ac on ac.user_id = a.user_id
    left join person_detail d on d.student_id = s.student_id or s.student_id is null and d.user_id = a.user_id`
  const page = z.parse(unversioned, { ...found, ...row })
  return {
    ...withShownPhone(page),
    version: versionOf({ ...pick(page, ['left', ...SAVED_FIELDS]), ...pick(row.details, SAVED_DETAILS) }),
    guardians: page.guardians.map((one) => ({ ...withShownPhone(one), version: versionOfGuardian(one) })),
    children: page.children.map((one) => ({ ...one, version: versionOfGuardian(one) })),
  }
}

const { guardians, children } = people.show.response.shape
const unversioned = z.extend(z.omit(people.show.response, { version: true, phoneShown: true }), {
  guardians: z.array(z.omit(guardians.def.element, { version: true, phoneShown: true })),
  children: z.array(z.omit(children.def.element, { version: true })),
})

/** The properties of an object that have these names. */
const pick = (of: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)))

/** The version of what `changeGuardian` writes. */
export const versionOfGuardian = (of: Pick<Relative, 'relation' | 'mayConsent' | 'isEmergencyContact'>) =>
  versionOf(pick(of, ['relation', 'mayConsent', 'isEmergencyContact']))

/** The person's page, with the person's rows locked until the transaction's end. Throws 'people.gone'. */
export async function lockPerson(tx: Tx, key: PersonKey, scope: ClassScope): Promise<PersonPage> {
  if (!isRowId(key.id)) throw new PortalError('people.gone')
  if (key.kind === 'pupil') await tx.execute(sql`select from student where student_id = ${key.id} for update`)
  const account =
    key.kind === 'pupil' ? sql`(select user_id from student where student_id = ${key.id})` : sql`${key.id}`
  await tx.execute(sql`select from user_account where user_id = ${account} for update`)
  return readPerson(tx, key, scope)
}

/** The sealed numbers of a person. Throws what the endpoint says. */
export async function readIdCardOf(
  tx: Tx,
  caller: Session,
  key: PersonKey,
  seal: NumberSeal,
): Promise<ResponseOf<typeof people.showIdCard>> {
  const { userId } = await requirePerson(tx, key)
  if (userId !== null) await requireMayActFor(tx, caller, [userId])
  const [row] = await queryRows(tx, people.showIdCard.response)`
    select ${sql.raw(sealedColumns.map(({ name, sealed }) => `encode(${sealed}, 'hex') as "${name}"`).join(', '))}
    from person_detail where ${key.kind === 'pupil' ? sql`student_id` : sql`user_id`} = ${key.id}::uuid`
  const numbers = SEALED_FIELDS.map((name) => {
    const sealed = row?.[name] ?? null
    return [name, sealed === null ? null : seal.open(name, sealed)]
  })
  return z.parse(people.showIdCard.response, Object.fromEntries(numbers))
}
