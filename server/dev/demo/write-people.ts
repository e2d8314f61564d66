import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { role, roleMember, userAccount } from '../../db/schema/identity.ts'
import { classGroup, grade, guardian, staffMember, student } from '../../db/schema/portal.ts'
import { namePinyin } from '../../modules/desktop/person-pinyin.ts'
import type { DemoPeople } from './people.ts'
import type { DemoClass, DemoUnit } from './units.ts'

interface Context {
  readonly unit: DemoUnit
  readonly unitId: string
  readonly campusIds: readonly string[]
  readonly people: DemoPeople
}

/** Writes accounts, the administrator's role, employees, classes, pupils and their parents; returns the role's identifier. */
export async function writePeople(tx: Tx, context: Context): Promise<{ adminRoleId: string }> {
  const { unitId, people } = context
  await tx.insert(userAccount).values(
    await Promise.all(
      people.accounts.map(async (account) => ({
        ...account,
        unitId,
        namePinyin: await namePinyin(account.realName),
      })),
    ),
  )
  await tx.insert(staffMember).values(
    people.staff.map(({ department, title, ...member }) => ({
      ...member,
      unitId,
      department: department[0],
      englishDepartment: department[1],
      positionTitle: title[0],
      englishPositionTitle: title[1],
    })),
  )
  const adminRoleId = await writeAdministrator(tx, context)
  if (context.unit.pupils) await writeClasses(tx, context, context.unit.pupils.classes)
  return { adminRoleId }
}

async function writeAdministrator(tx: Tx, { unitId, people }: Context): Promise<string> {
  const roleId = randomUUID()
  const names = { name: '系统管理员', englishName: 'System administrator' }
  await tx.insert(role).values({ roleId, unitId, service: 'base', code: 'XX_SYS_', ...names })
  await tx.insert(roleMember).values({ unitId, roleId, userId: people.adminId })
  return roleId
}

async function writeClasses(tx: Tx, context: Context, classes: readonly DemoClass[]): Promise<void> {
  const { unitId, campusIds, people } = context
  const gradeNames = new Map(classes.map(({ grade: [name, englishName] }) => [name, englishName]))
  const grades = [...gradeNames].map(([name, englishName], position) => {
    return { gradeId: randomUUID(), unitId, name, englishName, position }
  })
  const groups = classes.map(({ grade: [gradeName], name: [name, englishName], campus }, position) => {
    const gradeId = grades.find((candidate) => candidate.name === gradeName)?.gradeId ?? ''
    const headTeacherId = people.headTeacherIds[position]
    return {
      classId: randomUUID(),
      unitId,
      gradeId,
      campusId: campusIds[campus],
      name,
      englishName,
      headTeacherId,
      position,
    }
  })
  await tx.insert(grade).values(grades)
  await tx.insert(classGroup).values(groups)
  await tx.insert(student).values(
    await Promise.all(
      people.students.map(async ({ classIndex, ...pupil }) => ({
        ...pupil,
        unitId,
        classId: groups[classIndex]?.classId ?? '',
        namePinyin: await namePinyin(pupil.realName),
      })),
    ),
  )
  await tx.insert(guardian).values(
    people.guardians.map(({ parentId, studentId, chosen }) => {
      return { unitId, parentId, studentId, chosenAt: chosen ? new Date() : null }
    }),
  )
}
