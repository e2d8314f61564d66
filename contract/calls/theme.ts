import * as z from 'zod/mini'
import { flag, nothing, success, text } from '../fields.ts'
import { row } from '../row.ts'

export const color = row({
  name: 'theme.color',
  method: 'GET',
  path: '/api/base/my_desktop/color',
  encoding: 'query',
  access: 'session',
  input: nothing,
  answer: z.nullable(z.string()),
})

export const setTheme = row({
  name: 'theme.set',
  method: 'POST',
  path: '/api/base/desktop/settheme',
  encoding: 'form',
  access: 'session',
  input: z.object({
    type: z.literal(['color', 'default_color']),
    theme: text(64, 1),
    /** Administrators only: everybody in the unit gets it. */
    syncAll: z.optional(flag),
  }),
  answer: success,
})
