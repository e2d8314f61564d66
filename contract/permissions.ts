/** What people may do with their own things or in their own lessons. */
const EVERYDAY_CODES = [
  'files',
  'files_upload',
  'files_download',
  'files_folder',
  'files_rename',
  'files_remove',
  'files_share',
  'files_share_all',
  'files_collect',
  'attendance',
  'attendance_view',
  'roster',
  'roster_contacts',
  'roster_export',
  'roster_passwords',
  'message_classes',
  'desktop_theme',
  'desktop_drag',
] as const

/** Endpoints that need one of these, or the administrator's role, may ask for a second factor and for certain networks. */
export const ADMIN_PERMISSIONS = [
  'administration',
  'attendance_admin',
  'desktop_theme_sync',
  'base_user_reset',
  'base_unit',
  'base_face',
  'base_message',
  'base_import',
  'base_people',
  'base_role',
  'base_application',
  'base_schools',
  'operator',
] as const

/** The operator's alone: it comes with the account's flag, and no administrator has or gives it. */
export const OPERATOR = 'operator'

/**
 * Codes of what people may do, as a unit grants them to user types and roles. The first word is the application. An area's units may have a code with
 * `area` as its second word instead (`base_area_user_reset`), which counts as the code without it.
 */
export const PERMISSION_CODES = [...EVERYDAY_CODES, 'attendance_approve', ...ADMIN_PERMISSIONS] as const

/**
 * Codes whose endpoints answer and change only the part of the unit in which they are held (`scoped`), and codes that only open an application. All others
 * count in the whole unit, and a role that has one of them cannot be limited to a part.
 */
const SCOPABLE_CODES: readonly string[] = [
  'administration',
  'base_people',
  'base_user_reset',
  'base_user',
  'message_classes',
  'attendance',
  'attendance_view',
  'attendance_approve',
]

/** Also of an area's code, and of a node that only holds these together. */
export function isScopable(code: string): boolean {
  return SCOPABLE_CODES.includes(code.replace('_area_', '_'))
}

/** Whether a code, also an area's, is a right of the administration: a role gives it, never the type of a person. */
export function isAdministering(code: string): boolean {
  return ADMIN_PERMISSIONS.some((one) => one === code.replace('_area_', '_'))
}

export type PermissionCode = (typeof PERMISSION_CODES)[number]
/** Those that `isAdministrative` accepts. */
export type AdministrativeCode = Exclude<PermissionCode, (typeof EVERYDAY_CODES)[number]>

/** Whether changes by a code are in the trail of administrators. Approving is, though teachers do it in the classroom. */
export function isAdministrative(code: PermissionCode): boolean {
  return !EVERYDAY_CODES.some((everyday) => everyday === code)
}
