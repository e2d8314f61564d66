import * as z from 'zod/mini'
import { id, success, text } from '../fields.ts'
import { row } from '../row.ts'

export const child = z.object({ id, realName: z.string(), gradeName: z.string(), className: z.string() })
export type Child = z.infer<typeof child>

export const linkedAccounts = row({
  name: 'family.linkedAccounts',
  method: 'GET',
  path: '/api/base/select/already/parent/teacher',
  encoding: 'query',
  access: [2, 3],
  input: z.object({ parentId: z.optional(id), teacherId: z.optional(id) }),
  answer: z.array(z.object({ parentId: id, parentName: z.string(), teacherId: id, teacherName: z.string() })),
})

export const children = row({
  name: 'family.children',
  method: 'GET',
  path: '/api/base/student/find_all_student_by_parent_id',
  encoding: 'query',
  access: [3],
  input: z.object({ parentId: id }),
  answer: z.array(child),
})

export const currentChild = row({
  name: 'family.currentChild',
  method: 'GET',
  path: '/api/base/student/find_stu_by_parent_id',
  encoding: 'query',
  access: [3],
  input: z.object({ parentId: id }),
  answer: z.nullable(z.object({ id, realName: z.string() })),
})

export const setCurrentChild = row({
  name: 'family.setCurrentChild',
  method: 'POST',
  path: '/api/base/student/set/parentChildren',
  encoding: 'form',
  access: [3],
  input: z.object({
    parentId: id,
    id,
    realName: z.optional(text(100)),
    gradeName: z.optional(text(100)),
    className: z.optional(text(100)),
  }),
  answer: success,
})
