import { randomUUID } from 'node:crypto'
import type { UserType } from '../../../contract/endpoint.ts'
import { createRandom, NameSource, pick, type NameKind, type PersonName, type Random } from './names.ts'
import type { Bilingual, DemoPupils, DemoUnit, KnownPerson } from './units.ts'

interface DemoAccount {
  readonly userId: string
  readonly loginName: string
  readonly realName: string
  readonly userType: UserType
  readonly sex: 1 | 2
  readonly parentId: string | null
  readonly email: string | null
}

interface DemoStudent {
  readonly studentId: string
  readonly userId: string | null
  readonly classIndex: number
  readonly studentNumber: string
  readonly realName: string
  readonly englishName: string
  readonly sex: 1 | 2
}

interface DemoStaffMember {
  readonly userId: string
  readonly staffNumber: string
  readonly englishName: string
  readonly department: Bilingual
  readonly title: Bilingual
}

export interface DemoPeople {
  readonly accounts: DemoAccount[]
  readonly staff: DemoStaffMember[]
  readonly students: DemoStudent[]
  readonly guardians: { parentId: string; studentId: string; chosen: boolean }[]
  /** The accounts with a password, the administrator among them. */
  readonly withPassword: string[]
  readonly adminId: string
  /** One for each class, in the classes' order. */
  readonly headTeacherIds: string[]
}

const subjects: readonly Bilingual[] = [
  ['语文组', 'Chinese'],
  ['数学组', 'Mathematics'],
  ['英语组', 'English'],
  ['科学组', 'Science'],
  ['历史组', 'History'],
  ['艺术组', 'Arts'],
  ['体育组', 'Physical Education'],
  ['信息科技组', 'Computing'],
]
const teacherTitles: readonly Bilingual[] = [
  ['一级教师', 'First-grade Teacher'],
  ['高级教师', 'Senior Teacher'],
  ['二级教师', 'Second-grade Teacher'],
]
const offices: readonly Bilingual[] = [
  ['信息中心', 'IT Office'],
  ['校务办公室', 'General Office'],
  ['总务处', 'Logistics'],
  ['医务室', 'Health Room'],
  ['图书馆', 'Library'],
]
const areaOffices: readonly Bilingual[] = [
  ['信息中心', 'IT Office'],
  ['办公室', 'General Office'],
  ['基础教育科', 'Basic Education'],
  ['人事科', 'Personnel'],
  ['督导室', 'Inspection'],
  ['安全科', 'School Safety'],
]
const employeeTitle: Bilingual = ['科员', 'Officer']

/** Creates the people of a unit: always the same, with new identifiers. */
export function createPeople(unit: DemoUnit): DemoPeople {
  const random = createRandom(unit.nameSeed)
  const known = [unit.admin, unit.staff, ...(unit.pupils ? [unit.pupils.teacher, ...unit.pupils.children] : [])]
  const builder = new PeopleBuilder(
    random,
    known.map((person) => person.chinese),
  )
  builder.addEmployees(unit)
  if (unit.pupils) builder.addSchool(unit.pupils)
  return builder.people
}

class PeopleBuilder {
  readonly people: {
    -readonly [Key in keyof DemoPeople]: DemoPeople[Key]
  } = {
    accounts: [],
    staff: [],
    students: [],
    guardians: [],
    withPassword: [],
    adminId: '',
    headTeacherIds: [],
  }
  private readonly random: Random
  private readonly names: NameSource

  constructor(random: Random, taken: readonly string[]) {
    this.random = random
    this.names = new NameSource(random, taken)
  }

  addEmployees(unit: DemoUnit): void {
    const departments = unit.unitType === '1' ? areaOffices : offices
    for (let index = 0; index < unit.employees; index++) {
      const known = [unit.admin, unit.staff][index]
      const userId = this.addEmployee(4, known, ['admin', 'staff'][index], index + 1, {
        department: departments[index % departments.length] ?? employeeTitle,
        title: employeeTitle,
      })
      if (index === 0) this.people.adminId = userId
    }
  }

  addSchool(pupils: DemoPupils): void {
    const parentId = this.addAccount('parent', 3, pupils.teacher)
    this.people.withPassword.push(parentId)
    for (let index = 0; index < pupils.teachers; index++) {
      const userId = this.addEmployee(
        2,
        index === 0 ? pupils.teacher : undefined,
        index === 0 ? 'teacher' : undefined,
        101 + index,
        { department: pick(this.random, subjects), title: pick(this.random, teacherTitles) },
        index === 0 ? parentId : null,
      )
      if (index < pupils.classes.length) this.people.headTeacherIds.push(userId)
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
      if (isStudentLogin && userId) this.people.withPassword.push(userId)
      const studentId = randomUUID()
      this.people.students.push({
        studentId,
        userId,
        classIndex,
        studentNumber: number,
        realName: name.chinese,
        englishName: name.pinyin,
        sex: sexOf(kind),
      })
      if (child) this.people.guardians.push({ parentId: knownParentId, studentId, chosen: !last })
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
      this.people.guardians.push({ parentId, studentId, chosen: true })
    })
  }

  private addEmployee(
    userType: 2 | 4,
    known: KnownPerson | undefined,
    loginName: string | undefined,
    number: number,
    post: Pick<DemoStaffMember, 'department' | 'title'>,
    parentId: string | null = null,
  ): string {
    const kind = known?.kind ?? (this.random() < 0.6 ? 'woman' : 'man')
    const person = known ?? { kind, ...this.names.draw(kind) }
    const staffNumber = `T${String(number).padStart(4, '0')}`
    const userId = this.addAccount(loginName ?? staffNumber.toLowerCase(), userType, person, parentId)
    if (loginName) this.people.withPassword.push(userId)
    this.people.staff.push({ userId, staffNumber, englishName: person.pinyin, ...post })
    return userId
  }

  private addAccount(loginName: string, userType: UserType, person: KnownPerson, parentId: string | null = null) {
    const userId = randomUUID()
    this.people.accounts.push({
      userId,
      loginName,
      realName: person.chinese,
      userType,
      sex: sexOf(person.kind),
      parentId,
      email: person.email ?? null,
    })
    return userId
  }
}

function sexOf(kind: NameKind): 1 | 2 {
  return kind === 'boy' || kind === 'man' ? 1 : 2
}
