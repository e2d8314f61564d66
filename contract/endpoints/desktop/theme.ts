import * as z from 'zod/mini'
import { flag, nothing, success } from '../../fields.ts'
import { endpoint } from '../../endpoint.ts'
import { parseTheme } from '../../rules/themes.ts'

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
    /** `color`: the user's own choice. `default_color`, for administrators only: for users without a choice. */
    type: z.literal(['color', 'default_color']),
    /** The name of a theme, or a colour as #rrggbb. */
    theme: z.string().check(
      z.maxLength(64),
      z.refine((value) => parseTheme(value) !== null),
    ),
    /** Administrators only: for all users of the unit, replacing their choices. */
    syncAll: z.optional(flag),
  }),
  response: success,
})

/**
 * Undoes the last theme that an administrator set for all users, within the hour: their earlier choices return. False: there is none, or another was
 * chosen since.
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
