import * as z from 'zod/mini'
import { text } from '../../fields.ts'
import { postJson } from '../../endpoint.ts'
import { GROUP_CODES } from './desktop.ts'

/** Above the size of any desktop; more are refused. */
export const ORDER_ICONS_MAX = 2000

/** A user's own order: the codes of each group's icons. Unnamed icons follow at the end of their own group. */
export const desktopOrder = z
  .array(
    z.object({
      code: z.literal(GROUP_CODES),
      codes: z.array(text(64, 1)).check(z.maxLength(ORDER_ICONS_MAX)),
    }),
  )
  .check(z.maxLength(GROUP_CODES.length))
export type DesktopOrder = z.infer<typeof desktopOrder>

/** Stores the caller's order of icons; codes of other icons are left out. */
export const saveOrder = postJson({
  name: 'desktop.saveOrder',
  path: '/api/base/desktop/order',
  access: [2, 4],
  permission: 'desktop_drag',
  bodyLimit: 160 * 1024,
  request: z.object({ groups: desktopOrder }),
})

export const resetOrder = postJson({
  name: 'desktop.resetOrder',
  path: '/api/base/desktop/order/reset',
  access: [2, 4],
  permission: 'desktop_drag',
})
