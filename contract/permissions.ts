/**
 * Codes of what people may do, as a unit grants them to user types and roles. The first word is the application. An area's units may have a code with
 * `area` as its second word instead (`base_area_user_reset`), which counts as the code without it.
 */
export const PERMISSION_CODES = [
  'files',
  'files_upload',
  'files_download',
  'files_folder',
  'files_rename',
  'files_remove',
  'attendance',
  'attendance_view',
  'attendance_approve',
  'attendance_admin',
  'roster',
  'roster_contacts',
  'roster_export',
  'desktop_theme',
  'desktop_theme_sync',
  'desktop_drag',
  'base_user_reset',
  'base_unit',
  'base_face',
  'base_message',
] as const

export type PermissionCode = (typeof PERMISSION_CODES)[number]
