import * as z from 'zod/mini'
import { names, text } from '../../fields.ts'
import { get } from '../../endpoint.ts'

export const modules = get({
  name: 'resources.modules',
  path: '/api/base/resource/inside/module',
  permission: null,
  cache: 'session',
  response: z.array(z.object({ code: z.string(), ...names })),
})

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

export const codeTree = get({
  name: 'resources.codeTree',
  path: '/api/base/resource/user/code/tree',
  permission: null,
  cache: 'session',
  request: z.object({ code: text(128) }),
  response: z.array(permissionNode),
})
