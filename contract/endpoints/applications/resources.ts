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

/** The entry of an external application of the unit; a trusted one gets a one-time code, see docs/develop/third-parties.md. */
export const externalLoginUrl = get({
  name: 'sso.externalLoginUrl',
  path: '/api/sso/select/login/url',
  permission: null,
  changes: true,
  /** Without it, the first one by position. */
  request: z.object({ clientId: z.optional(text(128, 1)) }),
  response: z.string(),
})
