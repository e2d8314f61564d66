import type { AnyEndpoint } from './endpoint.ts'
import * as account from './endpoints/account.ts'
import * as adminAccess from './endpoints/sign-in/admin-access.ts'
import * as adminEvents from './endpoints/admin-events.ts'
import * as adminHelp from './endpoints/sign-in/admin-help.ts'
import * as areas from './endpoints/units/areas.ts'
import * as applications from './endpoints/applications/applications.ts'
import * as absences from './endpoints/attendance/absences.ts'
import * as attendance from './endpoints/attendance/attendance.ts'
import * as attendanceAdmin from './endpoints/attendance/attendance-admin.ts'
import * as attendanceStation from './endpoints/attendance/attendance-station.ts'
import * as branding from './endpoints/units/branding.ts'
import * as desktop from './endpoints/desktop/desktop.ts'
import * as desktopOrder from './endpoints/desktop/desktop-order.ts'
import * as desktopSearch from './endpoints/desktop/desktop-search.ts'
import * as merging from './endpoints/people/merging.ts'
import * as erasure from './endpoints/people/erasure.ts'
import * as personalJobs from './endpoints/people/personal-jobs.ts'
import * as personExport from './endpoints/people/person-export.ts'
import * as exporting from './endpoints/export.ts'
import * as face from './endpoints/faces/face.ts'
import * as faceAdmin from './endpoints/faces/face-admin.ts'
import * as classPublications from './endpoints/messages/class-publications.ts'
import * as family from './endpoints/family/family.ts'
import * as files from './endpoints/storage/files.ts'
import * as guardianCodes from './endpoints/people/guardian-codes.ts'
import * as guardians from './endpoints/people/guardians.ts'
import * as join from './endpoints/family/join.ts'
import * as language from './endpoints/language.ts'
import * as linkedSchools from './endpoints/family/linked-schools.ts'
import * as ownAccounts from './endpoints/family/own-accounts.ts'
import * as licence from './endpoints/units/licence.ts'
import * as live from './endpoints/live.ts'
import * as messages from './endpoints/messages/messages.ts'
import * as ownClasses from './endpoints/people/own-classes.ts'
import * as passwords from './endpoints/sign-in/passwords.ts'
import * as people from './endpoints/people/people.ts'
import * as publications from './endpoints/messages/publications.ts'
import * as resources from './endpoints/applications/resources.ts'
import * as roles from './endpoints/people/roles.ts'
import * as schoolYear from './endpoints/people/school-year.ts'
import * as importSchedule from './endpoints/people/import-schedule.ts'
import * as imports from './endpoints/people/imports.ts'
import * as roster from './endpoints/people/roster.ts'
import * as secondFactor from './endpoints/sign-in/second-factor.ts'
import * as session from './endpoints/sign-in/session.ts'
import * as setup from './endpoints/units/setup.ts'
import * as signInAdmin from './endpoints/sign-in/sign-in-admin.ts'
import * as sso from './endpoints/sign-in/sso.ts'
import * as collections from './endpoints/storage/collections.ts'
import * as shares from './endpoints/storage/shares.ts'
import * as storage from './endpoints/storage/storage.ts'
import * as storageAdmin from './endpoints/storage/storage-admin.ts'
import * as fileVersions from './endpoints/storage/versions.ts'
import * as structure from './endpoints/people/structure.ts'
import * as thirdParty from './endpoints/sign-in/third-party.ts'
import * as tenant from './endpoints/units/tenant.ts'
import * as theme from './endpoints/desktop/theme.ts'
import * as today from './endpoints/desktop/today.ts'
import * as todos from './endpoints/messages/todos.ts'
import * as unitRoles from './endpoints/people/unit-roles.ts'
import * as operators from './endpoints/units/operators.ts'
import * as units from './endpoints/units/units.ts'
import * as unitSettings from './endpoints/units/unit-settings.ts'
import * as versions from './endpoints/versions.ts'
import * as viewport from './endpoints/applications/viewport.ts'
import * as voice from './endpoints/voice.ts'
import * as voiceSettings from './endpoints/voice-settings.ts'

const domains = [
  account,
  adminAccess,
  adminEvents,
  adminHelp,
  applications,
  areas,
  absences,
  attendance,
  attendanceAdmin,
  attendanceStation,
  branding,
  desktop,
  desktopOrder,
  desktopSearch,
  erasure,
  personalJobs,
  merging,
  personExport,
  exporting,
  face,
  faceAdmin,
  classPublications,
  family,
  files,
  guardianCodes,
  guardians,
  join,
  language,
  licence,
  linkedSchools,
  ownAccounts,
  live,
  messages,
  ownClasses,
  passwords,
  people,
  publications,
  resources,
  roles,
  schoolYear,
  importSchedule,
  imports,
  roster,
  secondFactor,
  session,
  setup,
  signInAdmin,
  sso,
  collections,
  shares,
  storage,
  storageAdmin,
  fileVersions,
  structure,
  tenant,
  thirdParty,
  theme,
  today,
  todos,
  unitRoles,
  operators,
  units,
  unitSettings,
  versions,
  viewport,
  voice,
  voiceSettings,
] as const

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

/** Every endpoint. For the server and for tests: a page imports the endpoints it uses from `endpoints/`. */
export const endpoints: readonly AnyEndpoint[] = domains.flatMap((domain) => Object.values(domain).filter(isEndpoint))
