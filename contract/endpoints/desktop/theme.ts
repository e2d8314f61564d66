import * as z from 'zod/mini'
import { flag } from '../../fields.ts'
import { get, postForm } from '../../endpoint.ts'
import { parseTheme, UNIT_LOOK } from '../../rules/appearance/themes.ts'

export const color = get({
  name: 'theme.color',
  path: '/api/base/my_desktop/color',
  permission: null,
  response: z.nullable(z.string()),
})

/** Whether the caller has a theme of their own that counts, and the unit's theme for those without one; both null where it has none. */
export const themeChoice = get({
  name: 'theme.choice',
  path: '/api/base/desktop/theme',
  permission: null,
  response: z.object({
    own: z.boolean(),
    unit: z.object({ theme: z.nullable(z.string()), themeColor: z.nullable(z.string()) }),
  }),
})
export type ThemeChoice = z.infer<typeof themeChoice.response>

export const setTheme = postForm({
  name: 'theme.set',
  path: '/api/base/desktop/settheme',
  permission: 'desktop_theme',
  request: z.object({
    /** `color`: the user's own choice. `default_color`, for administrators only: for users without a choice. */
    type: z.literal(['color', 'default_color']),
    /** The name of a theme, a colour as #rrggbb, or `unit` for none of one's own. */
    theme: z.string().check(
      z.maxLength(64),
      z.refine((value) => value === UNIT_LOOK || parseTheme(value) !== null),
    ),
    /** Administrators only: for all users of the unit, replacing their choices. */
    syncAll: z.optional(flag),
  }),
})

/**
 * Undoes the last theme that an administrator set for all users, within the hour: their earlier choices return. False: there is none, or another was
 * chosen since.
 */
export const undoSync = postForm({
  name: 'theme.undoSync',
  path: '/api/base/desktop/settheme/undo',
  access: 'admin',
  permission: 'desktop_theme_sync',
  risk: 'ordinary',
  response: z.boolean(),
})
