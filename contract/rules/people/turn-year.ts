import { classKey, inChinese, type Names, readGrade } from './class-key.ts'
import type { TurnCounts, TurnPlan, TurnState } from '../../endpoints/people/school-year.ts'

/** The number in a grade's names: 4 of '四年级' or of 'Grade 4'. */
function gradeNumber({ name, englishName }: Names): number | null {
  const digits = /\d+/.exec(name) ?? /\d+/.exec(englishName)
  for (let number = 12; number > 0; number--) if (name.startsWith(inChinese(number))) return number
  return digits ? Number(digits[0]) : null
}

/** What follows a grade's number in a class's name when it is one: '(1)班', 'A', or the class of two digits in '401班'. */
const AFTER_NUMBER = /^(?:[（(\-.A-Za-z]|\d\d(?!\d))/
const AFTER_CHINESE = /^[（(\-.A-Za-z\d]/

/**
 * The name of a class in another grade: a name that begins with the grade goes along ('四(1)班' becomes '五(1)班', '401班' '501班', 'Grade 4 Class 1'
 * 'Grade 5 Class 1'); a name that counts within the grade stays ('1班', '一班', '14班').
 */
export function nextClassName(of: Names, from: Names, to: Names): Names {
  return {
    name: next(of.name, from.name, to.name),
    englishName: next(of.englishName, from.englishName, to.englishName),
  }
  function next(name: string, before: string, after: string): string {
    if (before !== '' && after !== '' && name.startsWith(before)) return after + name.slice(before.length)
    const [old, young] = [gradeNumber(from), gradeNumber(to)]
    if (old === null || young === null) return name
    const [digits, chinese] = [String(old), inChinese(old)]
    if (name.startsWith(digits) && AFTER_NUMBER.test(name.slice(digits.length)))
      return String(young) + name.slice(digits.length)
    if (name.startsWith(chinese) && AFTER_CHINESE.test(name.slice(chinese.length)))
      return inChinese(young) + name.slice(chinese.length)
    return name
  }
}

/** The grade of a class after the turn as a rule: the next one, or null where it is the last. */
function nextGradeId({ grades }: Pick<TurnState, 'grades'>, gradeId: string): string | null {
  const at = grades.findIndex((grade) => grade.gradeId === gradeId)
  return grades[at + 1]?.gradeId ?? null
}

/** Each class one grade on, the last grade graduates, and the first grade gets as many new classes as it has. */
export function suggestTurn(state: Pick<TurnState, 'grades' | 'classes'>): Pick<TurnPlan, 'classes' | 'newClasses'> {
  const gradeOf = (id: string | null) => state.grades.find(({ gradeId }) => gradeId === id)
  const [first] = state.grades
  return {
    classes: state.classes.map(({ classId, gradeId, headTeacher, name, englishName }) => {
      const to = nextGradeId(state, gradeId)
      const [from, into] = [gradeOf(gradeId), gradeOf(to)]
      const names = from && into ? nextClassName({ name, englishName }, from, into) : { name, englishName }
      return { classId, gradeId: to, ...names, headTeacherId: to === null ? null : (headTeacher?.userId ?? null) }
    }),
    newClasses: state.classes
      .filter(({ gradeId }) => gradeId === first?.gradeId)
      .map(({ gradeId, campusId, name, englishName }, at) => {
        return { key: `new-${at + 1}`, gradeId, campusId, name, englishName, headTeacherId: null }
      }),
  }
}

/** What becomes of a class. */
export interface TurnedClass {
  /** Of a class, or the key of a new one. */
  readonly id: string
  /** Null for a new one. */
  readonly from: TurnState['classes'][number] | null
  /** Null when it graduates. */
  readonly gradeId: string | null
  readonly name: string
  readonly englishName: string
  readonly headTeacherId: string | null
  /** Pupils before, and after; of a class that graduates those who graduate. */
  readonly before: number
  readonly after: number
  readonly leave: number
  /** Pupils who change to another class, and from one. */
  readonly out: number
  readonly in: number
}

type Wanted = Pick<TurnPlan, 'classes' | 'newClasses' | 'pupils'>

/** What becomes of every class. `home`: the class of each pupil that the plan names. */
export function previewTurn(
  state: Pick<TurnState, 'classes'>,
  { classes, newClasses, pupils }: Wanted,
  home: ReadonlyMap<string, string>,
): TurnedClass[] {
  const moves = pupils.map(({ studentId, into }) => ({ from: home.get(studentId), into }))
  const counted = (id: string, before: number) => {
    const leave = moves.filter(({ from, into }) => from === id && into === null).length
    const out = moves.filter(({ from, into }) => from === id && into !== null && into !== id).length
    const added = moves.filter(({ from, into }) => into === id && from !== id).length
    return { before, leave, out, in: added, after: before - leave - out + added }
  }
  return [
    ...state.classes.flatMap((from) => {
      const wanted = classes.find(({ classId }) => classId === from.classId)
      if (!wanted) return []
      const { classId: id, gradeId, name, englishName, headTeacherId } = wanted
      return { id, from, gradeId, name, englishName, headTeacherId, ...counted(id, from.students) }
    }),
    ...newClasses.map(({ key: id, gradeId, name, englishName, headTeacherId }) => {
      return { id, from: null, gradeId, name, englishName, headTeacherId, ...counted(id, 0) }
    }),
  ]
}

/** The numbers of a turn. */
export function countTurn(turned: readonly TurnedClass[]): TurnCounts {
  const sum = (of: (one: TurnedClass) => number) => turned.reduce((total, one) => total + of(one), 0)
  const isGraduating = (one: TurnedClass) => one.gradeId === null
  return {
    promoted: sum((one) => Number(one.from !== null && !isGraduating(one))),
    graduatedClasses: sum((one) => Number(isGraduating(one))),
    newClasses: sum((one) => Number(one.from === null)),
    graduated: sum((one) => (isGraduating(one) ? one.after : 0)),
    left: sum(({ leave }) => leave),
    changed: sum(({ out }) => out),
  }
}

/** A step of a class that is probably a mistake: down, or over a grade that lies between. */
export interface OddStep {
  readonly id: string
  readonly direction: 'down' | 'over'
  readonly from: Names
  readonly to: Names
}

/** The steps of a plan that go down or over two grades, by what the names of the grades mean; grades whose names say no number are not judged. */
export function oddSteps(
  state: Pick<TurnState, 'grades' | 'classes'>,
  { classes }: Pick<Wanted, 'classes'>,
): OddStep[] {
  const gradeOf = new Map(state.grades.map((grade) => [grade.gradeId, grade]))
  const before = new Map(state.classes.map((one) => [one.classId, one.gradeId]))
  return classes.flatMap(({ classId: id, gradeId }) => {
    const [from, to] = [gradeOf.get(before.get(id) ?? ''), gradeOf.get(gradeId ?? '')]
    const [old, young] = [from && rankOf(from), to && rankOf(to)]
    if (!from || !to || typeof old !== 'number' || typeof young !== 'number') return []
    const direction: OddStep['direction'] | null = young < old ? 'down' : young - old >= 2 ? 'over' : null
    return direction === null ? [] : [{ id, direction, from, to }]
  })
}

const rankOf = ({ name, englishName }: Names) => readGrade(name).rank ?? readGrade(englishName).rank

export interface TurnProblem {
  readonly code: 'year.class_twice' | 'year.wrong_class'
  /** The class, or the pupil. */
  readonly id: string
}

/** Why a plan cannot be applied; empty where it can. */
export function checkTurn(
  state: Pick<TurnState, 'classes' | 'grades'>,
  { classes, newClasses, pupils }: Wanted,
): TurnProblem[] {
  const campusOf = new Map(state.classes.map(({ classId, campusId }) => [classId, campusId]))
  const open = [
    ...classes.map((one) => ({ ...one, id: one.classId, campusId: campusOf.get(one.classId) ?? null })),
    ...newClasses.map((one) => ({ ...one, id: one.key })),
  ].filter(({ gradeId }) => gradeId !== null)
  const gradeOf = new Map(state.grades.map((grade) => [grade.gradeId, [grade.name, grade.englishName]]))
  const named = new Set<string>()
  const problems: TurnProblem[] = []
  for (const { id, gradeId, campusId, name } of open) {
    const label = JSON.stringify([gradeId, campusId, classKey(name, gradeOf.get(gradeId ?? ''))])
    if (named.has(label)) problems.push({ code: 'year.class_twice', id })
    named.add(label)
  }
  const known = new Set(open.map(({ id }) => id))
  for (const { studentId, into } of pupils)
    if (into !== null && !known.has(into)) problems.push({ code: 'year.wrong_class', id: studentId })
  return problems
}
