import * as z from 'zod/mini'
import { nothing, success, text } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { GROUP_CODES } from './desktop.ts'

/** More icons than any desktop has; further ones are refused. */
export const ORDER_ICONS_MAX = 2000

/** A person's own order: the codes of each group's icons. What it does not name follows at the end of its own group. */
export const desktopOrder = z
  .array(
    z.object({
      code: z.literal(GROUP_CODES),
      codes: z.array(text(64, 1)).check(z.maxLength(ORDER_ICONS_MAX)),
    }),
  )
  .check(z.maxLength(GROUP_CODES.length))
export type DesktopOrder = z.infer<typeof desktopOrder>

/** Keeps the order that somebody gave their icons; codes that are none of theirs are left out. */
export const saveOrder = endpoint({
  name: 'desktop.saveOrder',
  method: 'POST',
  path: '/api/base/desktop/order',
  encoding: 'json',
  access: [2, 4],
  own: true,
  bodyLimit: 160 * 1024,
  request: z.object({ groups: desktopOrder }),
  response: success,
})

/** Goes back to the unit's order. */
export const resetOrder = endpoint({
  name: 'desktop.resetOrder',
  method: 'POST',
  path: '/api/base/desktop/order/reset',
  encoding: 'json',
  access: [2, 4],
  own: true,
  request: nothing,
  response: success,
})
