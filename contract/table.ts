import type { AnyRow } from './row.ts'
import * as account from './calls/account.ts'
import * as adminHelp from './calls/admin-help.ts'
import * as attendance from './calls/attendance.ts'
import * as attendanceAdmin from './calls/attendance-admin.ts'
import * as attendanceStation from './calls/attendance-station.ts'
import * as desktop from './calls/desktop.ts'
import * as desktopOrder from './calls/desktop-order.ts'
import * as desktopSearch from './calls/desktop-search.ts'
import * as exporting from './calls/export.ts'
import * as face from './calls/face.ts'
import * as faceAdmin from './calls/face-admin.ts'
import * as family from './calls/family.ts'
import * as files from './calls/files.ts'
import * as language from './calls/language.ts'
import * as licence from './calls/licence.ts'
import * as live from './calls/live.ts'
import * as messages from './calls/messages.ts'
import * as passwords from './calls/passwords.ts'
import * as resources from './calls/resources.ts'
import * as roles from './calls/roles.ts'
import * as secondFactor from './calls/second-factor.ts'
import * as session from './calls/session.ts'
import * as signInAdmin from './calls/sign-in-admin.ts'
import * as sso from './calls/sso.ts'
import * as storage from './calls/storage.ts'
import * as storageAdmin from './calls/storage-admin.ts'
import * as tenant from './calls/tenant.ts'
import * as theme from './calls/theme.ts'
import * as todos from './calls/todos.ts'
import * as versions from './calls/versions.ts'
import * as viewport from './calls/viewport.ts'
import * as voice from './calls/voice.ts'

const domains = [
  account,
  adminHelp,
  attendance,
  attendanceAdmin,
  attendanceStation,
  desktop,
  desktopOrder,
  desktopSearch,
  exporting,
  face,
  faceAdmin,
  family,
  files,
  language,
  licence,
  live,
  messages,
  passwords,
  resources,
  roles,
  secondFactor,
  session,
  signInAdmin,
  sso,
  storage,
  storageAdmin,
  tenant,
  theme,
  todos,
  versions,
  viewport,
  voice,
] as const

function isRow(value: unknown): value is AnyRow {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

/** Every row of every domain. For the server and for tests: a page imports the rows it uses from `calls/`. */
export const table: readonly AnyRow[] = domains.flatMap((domain) => Object.values(domain).filter(isRow))
