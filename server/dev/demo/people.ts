import { randomUUID } from 'node:crypto'
import type { UserType } from '../../../contract/endpoint.ts'
import type { userAccount } from '../../db/schema/identity.ts'
import type { guardian, staffMember, student } from '../../db/schema/portal.ts'
import { createRandom, NameSource, pick, type NameKind, type PersonName, type Random } from './names.ts'
import posts from './posts.json' with { type: 'json' }
import type { DemoPupils, DemoUnit, KnownPerson } from './units.ts'

type Post = typeof employeeTitle

type DemoAccount = Pick<
  typeof userAccount.$inferSelect,
  'userId' | 'loginName' | 'realName' | 'userType' | 'parentId' | 'email'
>

interface DemoStudent extends Omit<
  typeof student.$inferSelect,
  'unitId' | 'classId' | 'namePinyin' | 'leftOn' | 'leftReason'
> {
  readonly classIndex: number
}

interface DemoEmployee extends Omit<typeof staffMember.$inferSelect, 'unitId' | 'departmentId'> {
  readonly department: string
  readonly englishDepartment: string
}

type DemoGuardian = Pick<typeof guardian.$inferSelect, 'parentId' | 'studentId' | 'relation'> & {
  readonly chosen: boolean
}

const employeeTitle = { name: '科员', englishName: 'Officer' }

/** Creates the people of a unit: always the same, with new identifiers. */
export function createPeople(unit: DemoUnit): DemoPeople {
  const random = createRandom(unit.nameSeed)
  const known = [unit.admin, unit.staff, ...(unit.pupils ? [unit.pupils.teacher, ...unit.pupils.children] : [])]
  const people = new DemoPeople(
    random,
    known.map((person) => person.chinese),
  )
  people.addEmployees(unit)
  if (unit.pupils) people.addSchool(unit.pupils)
  return people
}

/** The people of a unit. */
export class DemoPeople {
  readonly accounts: DemoAccount[] = []
  readonly staff: DemoEmployee[] = []
  readonly students: DemoStudent[] = []
  readonly guardians: DemoGuardian[] = []
  /** A number for each parent, from a range that no operator has. */
  readonly phones: { parentId: string; phone: string }[] = []
  /** The accounts with a password, the administrator among them. */
  readonly withPassword: string[] = []
  adminId = ''
  /** One for each class, in the classes' order. */
  readonly headTeacherIds: string[] = []
  private readonly random: Random
  private readonly names: NameSource

  constructor(random: Random, taken: readonly string[]) {
    this.random = random
    this.names = new NameSource(random, taken)
  }

  addEmployees(unit: DemoUnit): void {
    const departments = unit.unitType === '1' ? posts.areaOffices : posts.offices
    for (let index = 0; index < unit.employees; index++) {
      const known = [unit.admin, unit.staff][index]
      const department = departments[index % departments.length] ?? employeeTitle
      const userId = this.addEmployee(4, known, ['admin', 'staff'][index], index + 1, department, employeeTitle)
      if (index === 0) this.adminId = userId
    }
  }

  addSchool(pupils: DemoPupils): void {
    const parentId = this.addAccount('parent', 3, pupils.teacher)
    this.withPassword.push(parentId)
    this.phones.push({ parentId, phone: '10220260000' })
    for (let index = 0; index < pupils.teachers; index++) {
      const userId = this.addEmployee(
        2,
        index === 0 ? pupils.teacher : undefined,
        index === 0 ? 'teacher' : undefined,
        101 + index,
        pick(this.random, posts.subjects),
        pick(this.random, posts.teacherTitles),
        index === 0 ? parentId : null,
      )
      if (index < pupils.classes.length) this.headTeacherIds.push(userId)
    }
    pupils.classes.forEach((_, classIndex) => this.addClass(pupils, classIndex, parentId))
  }

  private addClass(pupils: DemoPupils, classIndex: number, knownParentId: string): void {
    const last = classIndex === pupils.classes.length - 1
    const knownChild = classIndex === 0 ? pupils.children[0] : last ? pupils.children[1] : undefined
    const accounts = pupils.classes[classIndex]?.accounts ?? false
    for (let index = 0; index < pupils.classSize; index++) {
      const child = index === 0 ? knownChild : undefined
      const number = `2026${String(classIndex + 1).padStart(2, '0')}${String(index + 1).padStart(2, '0')}`
      const family = this.names.drawSurname()
      const kind = child?.kind ?? (this.random() < 0.52 ? 'boy' : 'girl')
      const name = child ?? this.names.draw(kind, family)
      const isStudentLogin = child !== undefined && last
      const userId = accounts ? this.addAccount(isStudentLogin ? 'student' : `s${number}`, 1, { kind, ...name }) : null
      if (isStudentLogin && userId) this.withPassword.push(userId)
      const studentId = randomUUID()
      this.students.push({
        studentId,
        userId,
        classIndex,
        studentNumber: number,
        realName: name.chinese,
        englishName: name.pinyin,
        sex: sexOf(kind),
        birthday: birthdayOf(number, accounts ? 2013 : 2016),
      })
      const relation = relationOf(pupils.teacher.kind)
      if (child) this.guardians.push({ parentId: knownParentId, studentId, relation, chosen: !last })
      else this.addParents(number, studentId, family)
    }
  }

  /** A father, a mother, or sometimes both. */
  private addParents(number: string, studentId: string, family: PersonName): void {
    const which = this.random()
    const kinds: ('man' | 'woman')[] = which < 0.3 ? ['man', 'woman'] : which < 0.6 ? ['man'] : ['woman']
    kinds.forEach((kind, index) => {
      const name = this.names.draw(kind, kind === 'man' ? family : undefined)
      const parentId = this.addAccount(`p${number}${index === 0 ? '' : 'b'}`, 3, { kind, ...name })
      this.guardians.push({ parentId, studentId, relation: relationOf(kind), chosen: true })
      this.phones.push({ parentId, phone: `10${index}${number}` })
    })
  }

  private addEmployee(
    userType: 2 | 4,
    known: KnownPerson | undefined,
    loginName: string | undefined,
    number: number,
    { name: department, englishName: englishDepartment }: Post,
    { name: positionTitle, englishName: englishPositionTitle }: Post,
    parentId: string | null = null,
  ): string {
    const kind = known?.kind ?? (this.random() < 0.6 ? 'woman' : 'man')
    const person = known ?? { kind, ...this.names.draw(kind) }
    const staffNumber = `T${String(number).padStart(4, '0')}`
    const userId = this.addAccount(loginName ?? staffNumber.toLowerCase(), userType, person, parentId)
    if (loginName) this.withPassword.push(userId)
    const post = { department, englishDepartment, positionTitle, englishPositionTitle }
    this.staff.push({ userId, staffNumber, englishName: person.pinyin, ...post })
    return userId
  }

  private addAccount(loginName: string, userType: UserType, person: KnownPerson, parentId: string | null = null) {
    const userId = randomUUID()
    this.accounts.push({
      userId,
      loginName,
      realName: person.chinese,
      userType,
      parentId,
      email: person.email ?? null,
    })
    return userId
  }
}

function relationOf(kind: NameKind): 'father' | 'mother' {
  return kind === 'man' ? 'father' : 'mother'
}

/** A day in the twelve months from September of a year. Drawn apart from the names, which are the same in every version of the demo. */
function birthdayOf(number: string, year: number): string {
  const random = createRandom(Number(number))
  const day = new Date(Date.UTC(year, 8, 1) + Math.floor(random() * 365) * 86_400_000)
  return day.toISOString().slice(0, 10)
}

function sexOf(kind: NameKind): 1 | 2 {
  return kind === 'boy' || kind === 'man' ? 1 : 2
}
