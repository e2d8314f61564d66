import * as z from 'zod/mini'
import { flag, nothing, success } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { parseTheme } from '../rules/themes.ts'

export const color = endpoint({
  name: 'theme.color',
  method: 'GET',
  path: '/api/base/my_desktop/color',
  encoding: 'query',
  access: 'session',
  request: nothing,
  response: z.nullable(z.string()),
})

export const setTheme = endpoint({
  name: 'theme.set',
  method: 'POST',
  path: '/api/base/desktop/settheme',
  encoding: 'form',
  access: 'session',
  request: z.object({
    /** `color`: the person's own choice. `default_color`, for administrators only: what everybody sees who chose nothing. */
    type: z.literal(['color', 'default_color']),
    /** The name of a theme, or a colour as #rrggbb. */
    theme: z.string().check(
      z.maxLength(64),
      z.refine((value) => parseTheme(value) !== null),
    ),
    /** Administrators only: everybody in the unit gets it, also who chose another one before. */
    syncAll: z.optional(flag),
  }),
  response: success,
})

/**
 * Takes back the last theme that an administrator gave to everybody within the hour: each sees again what they had chosen before. False: there is none, or
 * another was chosen since.
 */
export const undoSync = endpoint({
  name: 'theme.undoSync',
  method: 'POST',
  path: '/api/base/desktop/settheme/undo',
  encoding: 'form',
  access: 'admin',
  own: true,
  request: nothing,
  response: z.boolean(),
})
