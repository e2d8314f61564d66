import { eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import type * as schoolYearEndpoints from '../../../../contract/endpoints/people/school-year.ts'
import type { TurnCounts, TurnState } from '../../../../contract/endpoints/people/school-year.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { checkTurn, countTurn, previewTurn } from '../../../../contract/rules/people/turn-year.ts'
import { suggestYear, termNumber } from '../../../../contract/rules/school-year.ts'
import { isRowId, lockUntilEnd, type Tx } from '../../../db/database.ts'
import { queryRows, queryValues } from '../../../db/query.ts'
import { classGroup, classTeacher, schoolYear, unit, yearTurn } from '../../../db/tables.generated.ts'
import { fieldError, type Session } from '../../../http/call.ts'
import { readReach } from '../../auth/may-act-for.ts'
import { addYear, writeYear } from '../../units/create-unit.ts'
import { type ClassThen, findLastTurn, findObstacles, json, readSchoolYear, type TurnUndo } from './read-school-year.ts'
import { requireEmployees } from '../classes/structure.ts'
import { closeAccounts } from '../record/activity.ts'

type Plan = ParsedRequestOf<typeof schoolYearEndpoints.turn>
type Move = TurnUndo['pupils'][number] & { readonly reason: 'graduated' | 'left' | null }

/**
 * Turns the year: writes what the classes were into the history, and makes them what the plan says. A few statements for each table, whatever the number of
 * pupils. Throws what the endpoint says.
 */
export async function turnSchoolYear(
  tx: Tx,
  caller: Session,
  plan: Plan,
  address: string,
): Promise<{ yearId: string; counts: TurnCounts }> {
  const { unitId, userId } = caller
  const state = await lockSchoolYear(tx, unitId)
  const isSame =
    plan.basis === state.basis &&
    plan.classes.length === state.classes.length &&
    state.classes.every(({ classId }) => plan.classes.some((one) => one.classId === classId))
  if (!isSame) throw new PortalError('year.stale')
  const home = await findHomes(tx, plan)
  await checkPlan(tx, state, plan)

  const [of] = await tx.select({ year: unit.schoolYear, term: unit.term }).from(unit).where(eq(unit.unitId, unitId))
  if (!of) throw new Error('the unit is gone')
  const fromYearId = await requirePresentYear(tx, unitId, state.current.name, plan.year.startsOn)
  const toYearId = await writeYear(tx, unitId, plan.year)
  await writeHistory(tx, fromYearId)

  const newIds = await addClasses(tx, unitId, plan)
  const moves = await findMoves(tx, plan, home, newIds)
  const graduated = plan.classes.flatMap(({ classId, gradeId }) => (gradeId === null ? [classId] : []))
  const teachers = await removeTeachers(tx, graduated)
  const moved = await accountsOf(tx, moves)
  const reach = await readReach(tx, caller)
  const beyond = await reach.beyond(moved)
  const after = await changeClasses(tx, plan, state.today)
  await movePupils(tx, moves, state.today)
  // A class may hold roles.
  await reach.requireUnraised(moved, beyond)
  const closedAccounts = plan.closeAccounts ? await closeAccountsOf(tx, caller, moves, address) : []
  await tx
    .update(unit)
    .set({ schoolYear: plan.year.name, term: termNumber(plan.year, state.today) })
    .where(eq(unit.unitId, unitId))

  const counts = countTurn(previewTurn(state, plan, home))
  const undo: TurnUndo = {
    ...of,
    before: state.classes.map(thenOf),
    after: [
      ...after,
      ...plan.newClasses.map(({ key, gradeId, name, englishName, headTeacherId }) => {
        return { classId: newIds.get(key) ?? '', gradeId, name, englishName, headTeacherId }
      }),
    ],
    newClasses: [...newIds.values()],
    teachers,
    pupils: moves.map(({ reason: _reason, ...move }) => move),
    closedAccounts,
  }
  await tx.insert(yearTurn).values({ unitId, fromYearId, toYearId, userId, counts, undo })
  return { yearId: toYearId, counts }
}

/** Two administrators at once wait here for one another, and so do changes of pupils' classes. */
async function lockSchoolYear(tx: Tx, unitId: string): Promise<TurnState> {
  await lockUntilEnd(tx, `school year of ${unitId}`)
  await tx.execute(sql`select from class_group where closed_on is null order by class_id for update`)
  return readSchoolYear(tx)
}

function thenOf({ classId, gradeId, name, englishName, headTeacher }: TurnState['classes'][number]): ClassThen {
  return { classId, gradeId, name, englishName, headTeacherId: headTeacher?.userId ?? null }
}

const homeRow = z.object({ studentId: z.string(), classId: z.string() })

/** The class of each pupil that the plan names. Throws 'people.gone'. */
async function findHomes(tx: Tx, { pupils }: Plan): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(pupils.map(({ studentId }) => studentId))]
  // A pupil named twice would be in two places.
  if (!ids.every(isRowId) || ids.length < pupils.length) throw new PortalError('people.gone')
  const rows = await queryRows(tx, homeRow)`
    select student_id as "studentId", class_id as "classId" from student
    where student_id = any (${sql.param(ids)}::uuid[]) and class_id is not null`
  const found = new Map(rows.map(({ studentId, classId }) => [studentId, classId]))
  if (found.size < ids.length) throw new PortalError('people.gone')
  return found
}

async function checkPlan(tx: Tx, state: TurnState, plan: Plan): Promise<void> {
  const { classes, newClasses, year } = plan
  const [problem] = checkTurn(state, plan)
  if (problem) throw new PortalError(problem.code)
  const grades = new Set(state.grades.map(({ gradeId }) => gradeId))
  const campuses = new Set(state.campuses.map(({ campusId }) => campusId))
  const isKnown =
    [...classes, ...newClasses].every(({ gradeId }) => gradeId === null || grades.has(gradeId)) &&
    newClasses.every(({ campusId }) => campusId === null || campuses.has(campusId)) &&
    new Set(newClasses.map(({ key }) => key)).size === newClasses.length
  if (!isKnown) throw new PortalError('structure.gone')
  const heads = [...classes, ...newClasses].flatMap(({ gradeId, headTeacherId }) => (gradeId && headTeacherId) ?? [])
  await requireEmployees(tx, 'headTeacherId', heads)
  if ((await findYear(tx, year.name)) !== undefined || year.name === state.current.name)
    throw fieldError('name', 'year.name_taken')
  if (state.current.endsOn !== null && year.startsOn <= state.current.endsOn)
    throw fieldError('startsOn', 'year.too_early')
}

const findYear = async (tx: Tx, name: string) =>
  (await queryValues(tx, z.string())`select year_id from school_year where name = ${name}`)[0]

/** The row of the year that ends; of schools that never entered it, with the days before the new one. */
async function requirePresentYear(tx: Tx, unitId: string, name: string, startsOn: string): Promise<string> {
  const known = await findYear(tx, name)
  if (known !== undefined) return known
  const dayBefore = new Date(Date.parse(`${startsOn}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const earlier = suggestYear(dayBefore)
  return addYear(tx, unitId, { name: name || earlier.name, startsOn: earlier.startsOn, endsOn: dayBefore })
}

async function writeHistory(tx: Tx, yearId: string): Promise<void> {
  await tx.execute(sql`
    insert into class_year (unit_id, class_id, year_id, grade_id, name, english_name, head_teacher_id)
    select unit_id, class_id, ${yearId}, grade_id, name, english_name, head_teacher_id from class_group where closed_on is null`)
  await tx.execute(sql`
    insert into class_year_pupil (unit_id, class_id, year_id, student_id)
    select s.unit_id, s.class_id, ${yearId}, s.student_id from student s join class_group c using (class_id) where c.closed_on is null`)
}

/** Identifiers by the plan's keys. */
async function addClasses(tx: Tx, unitId: string, { newClasses }: Plan): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const [position, { key, ...fields }] of newClasses.entries()) {
    const [added] = await tx
      .insert(classGroup)
      .values({ unitId, ...fields, position })
      .returning({ classId: classGroup.classId })
    if (added) ids.set(key, added.classId)
  }
  return ids
}

/** Pupils who do not simply go along with their class. */
async function findMoves(
  tx: Tx,
  { classes, pupils }: Plan,
  home: ReadonlyMap<string, string>,
  newIds: ReadonlyMap<string, string>,
): Promise<Move[]> {
  const graduated = classes.flatMap(({ classId, gradeId }) => (gradeId === null ? [classId] : []))
  const leavers = await queryRows(tx, homeRow)`
    select student_id as "studentId", class_id as "classId" from student where class_id = any (${sql.param(graduated)}::uuid[])`
  return [
    ...pupils.flatMap(({ studentId, into }): Move[] => {
      const before = home.get(studentId) ?? ''
      const after = into === null ? null : (newIds.get(into) ?? into)
      return before === after ? [] : [{ studentId, before, after, reason: into === null ? 'left' : null }]
    }),
    ...leavers.flatMap(({ studentId, classId }): Move[] =>
      home.has(studentId) ? [] : [{ studentId, before: classId, after: null, reason: 'graduated' }],
    ),
  ]
}

/** Removes the teachers of classes that graduate; returns what an undo needs to bring them back. */
async function removeTeachers(tx: Tx, classIds: readonly string[]): Promise<TurnUndo['teachers']> {
  const { classId, userId, subjectId } = classTeacher
  return tx
    .delete(classTeacher)
    .where(inArray(classTeacher.classId, [...classIds]))
    .returning({ classId, userId, subjectId })
}

/** A class that graduates keeps its grade and its name, but loses its class teacher, whom the history keeps. */
async function changeClasses(tx: Tx, { classes }: Plan, today: string): Promise<TurnUndo['after']> {
  await tx.execute(sql`
    update class_group c set
      grade_id = coalesce(p."gradeId", c.grade_id),
      name = case when p."gradeId" is null then c.name else p.name end,
      english_name = case when p."gradeId" is null then c.english_name else p."englishName" end,
      head_teacher_id = case when p."gradeId" is not null then p."headTeacherId" end,
      closed_on = case when p."gradeId" is null then ${today}::date end
    from jsonb_to_recordset(${json(classes)}) as p ("classId" uuid, "gradeId" uuid, name text, "englishName" text, "headTeacherId" uuid)
    where c.class_id = p."classId"`)
  return classes.map((one) => ({ ...one, headTeacherId: one.gradeId === null ? null : one.headTeacherId }))
}

async function movePupils(tx: Tx, moves: readonly Move[], today: string): Promise<void> {
  await tx.execute(sql`
    update student s set class_id = m.after, left_reason = m.reason, left_on = case when m.after is null then ${today}::date end
    from jsonb_to_recordset(${json(moves)}) as m ("studentId" uuid, after uuid, reason text)
    where s.student_id = m."studentId"`)
}

/** The accounts of pupils, whether they are open or not. */
async function accountsOf(tx: Tx, pupils: readonly { readonly studentId: string }[]): Promise<string[]> {
  const ids = pupils.map(({ studentId }) => studentId)
  return queryValues(tx, z.string())`
    select user_id as id from student where student_id = any (${sql.param(ids)}::uuid[]) and user_id is not null`
}

/** Closes the accounts of pupils who leave the school. Returns those that were open. */
async function closeAccountsOf(tx: Tx, caller: Session, moves: readonly Move[], address: string): Promise<string[]> {
  const gone = moves.flatMap(({ studentId, after }) => (after === null ? [studentId] : []))
  const ids = await queryValues(tx, z.string())`
    select a.user_id as id from student s join user_account a on a.user_id = s.user_id
    where s.student_id = any (${sql.param(gone)}::uuid[]) and a.status = 1`
  await closeAccounts(tx, caller, ids, address)
  return ids
}

/** Takes the last turn back. Returns the year that goes on. Throws what the endpoint says. */
export async function undoSchoolYear(tx: Tx, caller: Session, turnId: string): Promise<string> {
  const { unitId } = caller
  await lockSchoolYear(tx, unitId)
  const last = await findLastTurn(tx)
  if (!last || last.turnId !== turnId || !last.isRecent) throw new PortalError('year.undo_gone')
  const { undo, fromYearId } = last
  if ((await findObstacles(tx, undo)).length > 0) throw new PortalError('year.in_use')
  const reach = await readReach(tx, caller)
  await reach.require(undo.closedAccounts)
  const moved = await accountsOf(tx, undo.pupils)
  const beyond = await reach.beyond(moved)

  // A teacher who was erased since is the head of no class.
  await tx.execute(sql`
    update class_group c set grade_id = b."gradeId", name = b.name, english_name = b."englishName", closed_on = null,
      head_teacher_id = (select a.user_id from user_account a where a.user_id = b."headTeacherId")
    from jsonb_to_recordset(${json(undo.before)}) as b ("classId" uuid, "gradeId" uuid, name text, "englishName" text, "headTeacherId" uuid)
    where c.class_id = b."classId"`)
  await tx.execute(sql`
    insert into class_teacher (unit_id, class_id, user_id, subject_id)
    select a.unit_id, t."classId", t."userId", t."subjectId"
    from jsonb_to_recordset(${json(undo.teachers)}) as t ("classId" uuid, "userId" uuid, "subjectId" uuid)
    join user_account a on a.user_id = t."userId" join subject u on u.subject_id = t."subjectId"
    on conflict do nothing`)
  await tx.execute(sql`
    update student s set class_id = p.before, left_on = null, left_reason = null
    from jsonb_to_recordset(${json(undo.pupils)}) as p ("studentId" uuid, before uuid) where s.student_id = p."studentId"`)
  await tx.execute(sql`
    update user_account a set status = 1 from jsonb_array_elements_text(${json(undo.closedAccounts)}) as closed (id) where a.user_id = closed.id::uuid`)
  // A class may have got a role since.
  await reach.requireUnraised([...new Set([...moved, ...undo.closedAccounts])], beyond)
  await tx.execute(sql`
    delete from class_group c using jsonb_array_elements_text(${json(undo.newClasses)}) as added (id) where c.class_id = added.id::uuid`)
  await tx.execute(sql`delete from class_year where year_id = ${fromYearId}`)
  await tx.delete(yearTurn).where(eq(yearTurn.turnId, turnId))
  await tx.delete(schoolYear).where(eq(schoolYear.yearId, last.toYearId))
  await tx.update(unit).set({ schoolYear: undo.year, term: undo.term }).where(eq(unit.unitId, unitId))
  return fromYearId
}
