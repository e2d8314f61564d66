import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as schoolYear from '../../../../contract/endpoints/people/school-year.ts'
import { TURN_UNDO_DAYS, type LastTurn, type TurnState } from '../../../../contract/endpoints/people/school-year.ts'
import type { Tx } from '../../../db/database.ts'
import { queryOne, queryRows, queryValue } from '../../../db/query.ts'
import { classMembers } from '../classes/structure.ts'
import { unitTimeZone } from '../../units/unit-time-zone.ts'

/** The year, the classes and the last turn. */
export async function readSchoolYear(tx: Tx): Promise<TurnState> {
  const state = await queryValue(tx, z.looseObject({}))`
    select json_build_object(
      'basis', md5(u.school_year
        || coalesce((select string_agg(concat_ws('|', g.grade_id, g.position, g.name, g.english_name), ';' order by g.grade_id) from grade g), '')
        || coalesce((select string_agg(concat_ws('|', c.class_id, c.grade_id, coalesce(c.campus_id::text, '-'), c.name, c.english_name, c.head_teacher_id), ';'
          order by c.class_id) from class_group c where c.closed_on is null), '')
        || coalesce((select string_agg(s.student_id || '|' || s.class_id, ';' order by s.student_id) from student s where s.class_id is not null), '')),
      'today', to_char(now() at time zone ${unitTimeZone}, 'YYYY-MM-DD'),
      'current', json_build_object('name', u.school_year, 'startsOn', y.starts_on, 'endsOn', y.ends_on),
      'grades', coalesce((
        select json_agg(json_build_object('gradeId', g.grade_id, 'name', g.name, 'englishName', g.english_name) order by g.position, g.name)
        from grade g), '[]'),
      'campuses', coalesce((
        select json_agg(json_build_object('campusId', k.campus_id, 'name', k.name, 'englishName', k.english_name) order by k.position, k.name)
        from campus k), '[]'),
      'classes', coalesce((
        select json_agg(json_build_object(${classMembers}) order by g.position, c.position, c.name)
        from class_group c join grade g using (grade_id) left join user_account h on h.user_id = c.head_teacher_id and h.status = 1
        where c.closed_on is null), '[]'),
      'last', null) as state
    from unit u left join school_year y on y.unit_id = u.unit_id and y.name = u.school_year
    where u.unit_id = portal_unit_id()`
  return z.parse(schoolYear.read.response, { ...state, last: await readLastTurn(tx) })
}

/** How a class was, or became. */
const classThen = z.object({
  classId: z.string(),
  gradeId: z.string(),
  name: z.string(),
  englishName: z.string(),
  headTeacherId: z.nullable(z.string()),
})
export type ClassThen = z.infer<typeof classThen>

/** What undoes a turn, as it is stored with it. */
export const turnUndo = z.object({
  year: z.string(),
  term: z.string(),
  before: z.array(classThen),
  /** `gradeId` is null for a class that graduated. */
  after: z.array(z.object({ ...classThen.shape, gradeId: z.nullable(z.string()) })),
  newClasses: z.array(z.string()),
  /** The teachers of classes that graduated. */
  teachers: z.array(z.object({ classId: z.string(), userId: z.string(), subjectId: z.string() })),
  /** Pupils who did not simply go along with their class. */
  pupils: z.array(z.object({ studentId: z.string(), before: z.string(), after: z.nullable(z.string()) })),
  closedAccounts: z.array(z.string()),
})
export type TurnUndo = z.infer<typeof turnUndo>

const { last } = schoolYear.read.response.shape
const foundTurn = z.object({
  ...z.omit(last.def.innerType, { obstacles: true }).shape,
  fromYearId: z.string(),
  toYearId: z.string(),
  undo: turnUndo,
})

/** The last turn that was not undone. */
export async function findLastTurn(tx: Tx) {
  const [found] = await queryRows(tx, foundTurn)`
    select t.turn_id as "turnId", t.from_year_id as "fromYearId", t.to_year_id as "toYearId", t.undo, f.name as "from", n.name as "to", t.counts,
      portal_moment(t.at) as at, portal_moment(t.at + make_interval(days => ${TURN_UNDO_DAYS})) as until,
      t.at > now() - make_interval(days => ${TURN_UNDO_DAYS}) as "isRecent",
      case when a.user_id is not null then json_build_object('realName', a.real_name, 'englishName', a.english_name) end as by
    from year_turn t join school_year f on f.year_id = t.from_year_id join school_year n on n.year_id = t.to_year_id
    left join user_account a on a.user_id = t.user_id order by t.at desc limit 1`
  return found
}

async function readLastTurn(tx: Tx): Promise<LastTurn | null> {
  const found = await findLastTurn(tx)
  return found ? { ...found, obstacles: found.isRecent ? await findObstacles(tx, found.undo) : [] } : null
}

/** A text for `jsonb_to_recordset`. */
export const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

/** Names that are shown of what keeps a turn from being undone. */
const NAMES = 5

const obstacle = z.object({ count: z.number(), names: z.array(z.string()) })

/** What was changed since the turn and would be lost, or would be in the way. */
export async function findObstacles(tx: Tx, undo: TurnUndo): Promise<LastTurn['obstacles']> {
  const after = sql`jsonb_to_recordset(${json(undo.after)}) as t ("classId" uuid, "gradeId" uuid, name text, "englishName" text, "headTeacherId" uuid)`
  const fresh = sql`(select jsonb_array_elements_text(${json(undo.newClasses)})::uuid)`
  const queries: Record<LastTurn['obstacles'][number]['kind'], SQL> = {
    classes: sql`
      select g.name || c.name as name from ${after} left join class_group c on c.class_id = t."classId" left join grade g on g.grade_id = c.grade_id
      where c.class_id is null or c.head_teacher_id is distinct from t."headTeacherId" or c.closed_on is null and t."gradeId" is null
        or t."gradeId" is not null and (c.grade_id, c.name, c.english_name) is distinct from (t."gradeId", t.name, t."englishName")
        or t."classId" in ${fresh} and exists (select from class_teacher x where x.class_id = c.class_id)`,
    pupils: sql`
      select s.real_name as name from jsonb_to_recordset(${json(undo.pupils)}) as t ("studentId" uuid, after uuid)
      join student s on s.student_id = t."studentId" where s.class_id is distinct from t.after`,
    newcomers: sql`
      select s.real_name as name from student s where s.class_id in ${fresh} and not exists (
        select from jsonb_to_recordset(${json(undo.pupils)}) as t ("studentId" uuid, after uuid) where t."studentId" = s.student_id and t.after = s.class_id)`,
    names: sql`
      select g.name || c.name as name from class_group c join grade g using (grade_id)
      where c.closed_on is null and not exists (select from ${after} where t."classId" = c.class_id) and exists (
        select from jsonb_to_recordset(${json(undo.before)}) as b ("classId" uuid, "gradeId" uuid, name text)
        join class_group o on o.class_id = b."classId"
        where b."gradeId" = c.grade_id and b.name = c.name and o.campus_id is not distinct from c.campus_id)`,
  }
  const obstacles: LastTurn['obstacles'] = []
  for (const kind of ['classes', 'pupils', 'newcomers', 'names'] as const) {
    const one = await queryOne(tx, obstacle)`
      with found as (${queries[kind]})
      select (select count(*)::int from found) as count,
        array(select coalesce(name, '') from found where name is not null order by name limit ${NAMES}) as names`
    if (one.count > 0) obstacles.push({ kind, ...one })
  }
  return obstacles
}
