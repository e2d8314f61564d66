import type { Place } from './place.ts'
import { ADMINISTRATION_PLACES } from './places-of-administration.ts'
import { APPLICATION_PLACES } from './places-of-applications.ts'
import { SETTINGS_PLACES } from './places-of-settings.ts'
import { TOOL_PLACES } from './places-of-tools.ts'

/** All places, in the order of their menus. */
export const PLACES: readonly Place[] = [
  ...TOOL_PLACES,
  ...SETTINGS_PLACES,
  ...APPLICATION_PLACES,
  ...ADMINISTRATION_PLACES,
]
