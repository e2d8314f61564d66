import * as z from 'zod/mini'
import { nothing, text } from '../fields.ts'
import { row } from '../row.ts'

export const modules = row({
  name: 'resources.modules',
  method: 'GET',
  path: '/api/base/resource/inside/module',
  encoding: 'query',
  access: 'session',
  cache: 'session',
  input: nothing,
  answer: z.array(z.object({ code: z.string(), name: z.string(), englishName: z.string() })),
})

/** A node of the permission tree. */
export interface PermissionNode {
  code: string
  name: string
  children: PermissionNode[]
}

export const permissionNode: z.ZodMiniType<PermissionNode> = z.object({
  code: z.string(),
  name: z.string(),
  get children() {
    return z.array(permissionNode)
  },
})

export const codeTree = row({
  name: 'resources.codeTree',
  method: 'GET',
  path: '/api/base/resource/user/code/tree',
  encoding: 'query',
  access: 'session',
  cache: 'session',
  input: z.object({ code: text(128) }),
  answer: z.array(permissionNode),
})
