// Which browser stories a change of which source files can break. `npm test -- --changed` runs the main stories and those of every domain that changed since they were green.
import { join, relative, sep } from 'node:path'
import { filesIn, root } from './ready.mjs'

/**
 * The domains: `sources` are files and folders of the repository (`*` stands for one name), `stories` the spec files below tests/e2e, without `.spec.ts`, or
 * whole folders of them (with `/` at the end). A source may belong to several domains. Of two that match a file, the longer one counts; one that is `besides`
 * counts whichever is longer.
 */
export const DOMAINS = {
  account: {
    sources: [
      'src/app/features/account',
      'src/app/features/device',
      'src/app/frame/settings',
      'src/app/locales/*/account.json',
      'src/app/locales/*/settings.json',
      'src/workers/picture',
      'server/modules/accounts',
      'contract/endpoints/account.ts',
    ],
    stories: ['account/', 'administration/admin-help', 'family/family'],
  },
  administration: {
    sources: ['apps/administration', 'apps/administration/locales'],
    stories: ['administration/', 'faces/face-admin', 'faces/face-admin-factor', 'voice/voice-settings'],
  },
  applications: {
    sources: [
      'apps/administration/applications',
      'src/app/micro-apps',
      'src/app/locales/*/plainHttp.json',
      'src/app/locales/*/viewport.json',
      'server/modules/applications',
      'server/db/schema/applications.sql',
      'contract/endpoints/applications',
      'examples',
    ],
    stories: [
      'administration/applications',
      'desktop/broken-application',
      'desktop/http-applications',
      'desktop/licence',
      'desktop/opening',
      'desktop/viewport',
      'files/story',
      'uploads/app-uploads',
    ],
  },
  attendance: {
    sources: [
      'apps/attendance',
      'apps/administration/attendance',
      'src/app/core/absences',
      'src/app/features/absences',
      'src/app/features/station',
      'src/app/boot/station',
      'src/app/locales/*/absences.json',
      'src/app/locales/*/station.json',
      'server/modules/attendance',
      'server/db/schema/attendance.sql',
      'contract/attendance-capture.ts',
      'contract/endpoints/attendance',
      'contract/rules/attendance',
    ],
    stories: ['attendance/', 'faces/face-attendance', 'family/home', 'desktop/today'],
  },
  branding: {
    sources: [
      'apps/administration/branding',
      'server/modules/branding',
      'server/db/schema/branding.sql',
      'contract/endpoints/units/branding.ts',
      'contract/rules/appearance',
    ],
    stories: ['administration/branding', 'administration/shared-branding', 'desktop/theme', 'desktop/footer'],
  },
  desktop: {
    sources: [
      'src/app/features/desktop',
      'src/app/features/footer',
      'src/app/features/licence',
      'src/app/features/today',
      'src/app/features/versions',
      'src/app/frame/desktop',
      'src/app/frame/menu',
      'src/app/locales/*/desktop.json',
      'src/app/locales/*/today.json',
      'src/app/locales/*/versions.json',
      'contract/endpoints/language.ts',
      'server/modules/desktop',
      'server/modules/today',
      'contract/endpoints/desktop',
      'contract/endpoints/versions.ts',
      'contract/rules/desktop',
    ],
    stories: ['desktop/', 'offline/offline'],
  },
  faces: {
    sources: [
      'apps/administration/faces',
      'src/app/features/face',
      'src/app/platform/face.ts',
      'src/app/locales/*/face.json',
      'src/workers/face',
      'server/modules/faces',
      'server/db/schema/faces.sql',
      'contract/face-consent.ts',
      'contract/face-model.ts',
      'contract/endpoints/faces',
      'contract/rules/faces',
    ],
    stories: ['faces/', 'attendance/station'],
  },
  family: {
    sources: [
      'src/app/core/family',
      'src/app/features/family',
      'src/app/features/join',
      'src/app/boot/outside/join.tsx',
      'src/app/locales/*/family.json',
      'src/app/locales/*/join.json',
      'server/modules/people/families',
      'contract/endpoints/family',
      'contract/account-links.ts',
      'contract/linked-account.ts',
    ],
    stories: ['family/', 'account/own-accounts', 'administration/families', 'administration/guardian-slips'],
  },
  files: {
    sources: [
      'apps/files',
      'apps/administration/storage',
      'server/modules/files',
      'server/db/schema/files.sql',
      'server/db/schema/hand-ins.sql',
      'contract/download.ts',
      'contract/pdf-data.ts',
      'contract/endpoints/storage',
      'contract/rules/storage',
    ],
    stories: ['files/', 'uploads/', 'desktop/downloads', 'web-server/'],
  },
  imports: {
    sources: [
      'apps/administration/imports',
      'server/modules/imports',
      'server/modules/spreadsheets',
      'server/db/schema/imports.sql',
      'server/commands/import.ts',
      'contract/endpoints/people/imports.ts',
      'contract/endpoints/people/import-schedule.ts',
      'contract/rules/imports',
      'contract/rules/one-roster.ts',
      'contract/rules/sheets',
    ],
    stories: [
      'administration/import-questions',
      'administration/imports',
      'administration/list-exports',
      'administration/moving-in',
      'administration/scheduled-imports',
    ],
  },
  messages: {
    sources: [
      'apps/administration/messages',
      'src/app/core/answers',
      'src/app/core/live',
      'src/app/features/answers',
      'src/app/features/messages',
      'src/app/features/todos',
      'src/app/locales/*/answers.json',
      'src/app/locales/*/messages.json',
      'src/app/locales/*/todos.json',
      'server/modules/live',
      'server/modules/messages',
      'server/db/schema/messages.sql',
      'contract/endpoints/live.ts',
      'contract/endpoints/messages',
    ],
    stories: ['messages/', 'administration/messages-admin', 'desktop/badges', 'family/home'],
  },
  people: {
    sources: [
      'apps/administration/classes',
      'apps/administration/people',
      'server/modules/people',
      'server/modules/phones',
      'server/db/schema/classes.sql',
      'server/db/schema/people.sql',
      'contract/people',
      'src/app/locales/*/slips.json',
      'src/app/micro-apps/slips',
      'contract/school-year.ts',
      'contract/endpoints/people',
      'contract/rules/people',
      'contract/rules/school-year.ts',
    ],
    stories: [
      'administration/admin-help',
      'administration/erase-person',
      'administration/families',
      'administration/guardian-slips',
      'administration/identity-numbers',
      'administration/list-exports',
      'administration/merge-people',
      'administration/moving-in',
      'administration/network-cut',
      'administration/people',
      'administration/person-export',
      'administration/person-jobs',
      'administration/phones',
      'administration/registers',
      'administration/school-year',
      'administration/two-people',
      'roster/',
    ],
  },
  roles: {
    sources: [
      'apps/administration/roles',
      'src/app/core/permissions',
      'server/modules/roles',
      'server/db/schema/roles.sql',
      'contract/permissions.ts',
      'contract/endpoints/people/roles.ts',
      'contract/endpoints/people/unit-roles.ts',
    ],
    stories: [
      'administration/admin-access',
      'administration/roles',
      'administration/settings-only',
      'desktop/permissions',
    ],
  },
  roster: {
    sources: [
      'apps/roster',
      'server/modules/roster',
      'server/modules/one-roster',
      'server/db/schema/one-roster.sql',
      'contract/endpoints/people/own-classes.ts',
      'contract/endpoints/people/roster.ts',
      'contract/rules/roster-columns.ts',
    ],
    stories: ['roster/', 'administration/registers', 'messages/class-messages'],
  },
  'sign-in': {
    sources: [
      'src/app/core/session',
      'src/app/features/login',
      'src/app/features/passwords',
      'src/app/frame/login',
      'src/app/boot/early',
      'src/app/boot/login',
      'src/app/ui/sign-in',
      'src/app/platform/passkey-failure.ts',
      'src/app/locales/*/code.json',
      'src/app/locales/*/login.json',
      'src/app/locales/*/passkey.json',
      'src/app/locales/*/passwords.json',
      'src/app/locales/*/protection.json',
      'server/modules/auth',
      'server/modules/mail',
      'server/db/schema/accounts.sql',
      'server/db/schema/mail.sql',
      'server/db/schema/sign-in.sql',
      'contract/first-password.ts',
      'contract/session-mark.ts',
      'contract/endpoints/sign-in',
      'contract/rules/sign-in',
    ],
    stories: [
      'auth/',
      'identity-providers/',
      'oauth/',
      'account/account',
      'account/contact',
      'administration/admin-help',
      'administration/fresh-factor',
      'administration/sign-in-admin',
      'administration/sign-in-admin-network',
      'administration/sign-in-admin-secrets',
    ],
  },
  'sign-in settings': {
    sources: ['apps/administration/sign-in', 'contract/endpoints/sign-in/sign-in-admin.ts'],
    stories: [
      'administration/admin-access',
      'administration/fresh-factor',
      'administration/provider-document',
      'administration/sign-in-admin',
      'administration/sign-in-admin-network',
      'administration/sign-in-admin-secrets',
    ],
  },
  'third parties': {
    sources: [
      'src/app/features/authorize',
      'src/app/locales/*/externalAccount.json',
      'src/app/locales/*/externalSignIn.json',
      'server/modules/identity-providers',
      'server/modules/oauth',
      'server/db/schema/identity-providers.sql',
      'server/db/schema/third-parties.sql',
      'contract/endpoints/sign-in/sso.ts',
      'contract/endpoints/sign-in/third-party.ts',
      'contract/rules/own-scopes.ts',
    ],
    stories: ['identity-providers/', 'oauth/', 'account/account', 'administration/provider-document'],
  },
  theme: {
    sources: [
      'src/app/features/theme',
      'src/app/core/appearance.ts',
      'src/app/locales/*/theme.json',
      'contract/endpoints/desktop/theme.ts',
      'public',
    ],
    stories: ['desktop/theme', 'desktop/desktop', 'account/settings', 'ui/contrasts'],
  },
  trail: {
    sources: [
      'apps/administration/trail',
      'server/modules/trail',
      'server/db/schema/trail.sql',
      'contract/endpoints/admin-events.ts',
    ],
    stories: ['administration/trail'],
  },
  units: {
    sources: [
      'apps/administration/operators',
      'apps/administration/schools',
      'apps/administration/settings',
      'apps/administration/units',
      'src/app/core/tenant',
      'src/app/features/setup',
      'src/app/boot/outside/setup.tsx',
      'src/app/locales/*/setup.json',
      'server/commands',
      'server/modules/areas',
      'server/modules/units',
      'server/db/schema/areas.sql',
      'server/db/schema/units.sql',
      'contract/endpoints/units',
    ],
    stories: [
      'administration/areas',
      'administration/operators',
      'administration/settings-only',
      'administration/setup',
      'administration/shared-branding',
      'administration/unit-settings',
      'administration/units',
      'desktop/licence',
    ],
  },
  uploads: {
    sources: [
      'src/app/features/uploads',
      'src/app/platform/hash.ts',
      'src/app/platform/upload.ts',
      'src/app/locales/*/uploads.json',
      'src/workers/hash',
      'src/workers/upload',
    ],
    stories: ['uploads/', 'files/files', 'files/story', 'account/picture'],
  },
  voice: {
    sources: [
      'src/app/features/voice',
      'src/app/platform/microphone.ts',
      'src/app/locales/*/voice.json',
      'src/workers/voice',
      'server/modules/voice',
      'server/db/schema/voice.sql',
      'contract/endpoints/voice-settings.ts',
      'contract/endpoints/voice.ts',
    ],
    stories: ['voice/'],
  },
  widgets: {
    sources: ['kit'],
    stories: ['ui/'],
  },
  'service worker': {
    sources: ['src/sw', 'src/app/boot/service-worker', 'src/workers/incoming-files'],
    stories: [
      'offline/',
      'desktop/desktop-snapshot',
      'desktop/late-parts',
      'messages/offline-start',
      'uploads/upload-ways',
    ],
  },
  header: {
    sources: ['src/app/frame/header'],
    stories: ['desktop/', 'auth/switch-role', 'family/home', 'messages/messages'],
  },
  exports: {
    sources: ['src/workers/export', 'src/app/ui/export', 'contract/endpoints/export.ts'],
    stories: ['administration/list-exports', 'files/export', 'ui/kit-export'],
  },
  'every page': {
    besides: true,
    sources: ['apps', 'src/app'],
    stories: ['ui/contrasts', 'ui/text-size'],
  },
  changelog: {
    sources: ['CHANGELOG.md', 'scripts/changelog.ts'],
    stories: ['desktop/about'],
  },
  'help pages': {
    sources: ['docs/use', 'scripts/help-pages.css', 'scripts/help-pages.ts'],
    stories: ['desktop/footer'],
  },
  'web server': {
    sources: ['docs/operate/install.md'],
    stories: ['web-server/'],
  },
}

/** What every screen stands on: its change runs all stories. */
export const SHARED = [
  'apps',
  'contract',
  'index.html',
  'package-lock.json',
  'playwright.config.ts',
  'scripts',
  'server',
  'src',
  'tests/e2e',
  'tests/support/app',
  'tests/support/browser',
  'tests/support/callers',
  'tests/support/fakes',
  'tests/support/page-addresses.ts',
  'tests/support/process',
  'tests/support/samples',
  'tests/support/schools',
  'tests/support/until.ts',
  'vite.config.ts',
  'vite.server.config.ts',
]

/** Folders whose members each need a domain of their own: what is new there is put into the table, and is not silently everybody's. */
export const NAMED = ['apps', 'contract/endpoints', 'server/modules', 'src/app/features', 'src/workers']

/** Of these no story runs anything; the pages of the documentation that the table names are served, or tried. */
const UNUSED =
  /\.test\.tsx?$|^(?!CHANGELOG\.md$|docs\/use\/|docs\/operate\/install\.md$).*\.md$|^server\/dev\/face-calibrate\/|\/tsconfig\.json$/

/** Where a path of the table matches the beginning of a file's path, its length; otherwise 0. */
function matchLength(path, file) {
  const [wanted, given] = [path.split('/'), file.split('/')]
  const isMatch = wanted.every((name, at) => name === '*' || name === given[at])
  return isMatch ? wanted.length : 0
}

/** The domains of a source file; 'shared' when its change concerns all stories, none when it concerns no story. */
export function domainsOf(file) {
  if (UNUSED.test(file)) return []
  const matches = Object.entries(DOMAINS).flatMap(([domain, { sources }]) =>
    sources.map((source) => ({ domain, length: matchLength(source, file) })),
  )
  matches.push(...SHARED.map((source) => ({ domain: 'shared', length: matchLength(source, file) })))
  const isBesides = ({ domain }) => DOMAINS[domain]?.besides === true
  const longest = Math.max(...matches.filter((match) => !isBesides(match)).map(({ length }) => length))
  const counting = matches.filter((match) => match.length > 0 && (match.length === longest || isBesides(match)))
  return [...new Set(counting.map(({ domain }) => domain))]
}

/** Whether a spec file, named as in the table, is among these stories. */
const isAmong = (stories, spec) =>
  stories.some((story) => (story.endsWith('/') ? spec.startsWith(story) : spec === story))

/** The domains that have a spec file. */
export function domainsWith(spec) {
  return Object.keys(DOMAINS).filter((domain) => isAmong(DOMAINS[domain].stories, spec))
}

/** `tests/e2e/files/drive.spec.ts` as the table names it: `files/drive`. Null for other files. */
const specOf = (file) => /^tests\/e2e\/(.+)\.spec\.ts$/.exec(file)?.[1] ?? null

/** All spec files that there are. */
export const findSpecs = () =>
  [...filesIn(join(root, 'tests/e2e'))].flatMap((file) => specOf(relative(root, file).split(sep).join('/')) ?? [])

/**
 * The spec files, of all that there are, whose stories a change of these files can break. What only some stories share, beside them below tests/e2e, concerns
 * those of its folder.
 */
export function storiesOf(files, specs) {
  const chosen = new Set()
  for (const file of files) {
    const own = specOf(file)
    const folder = /^tests\/e2e\/(.+\/)[^/]+$/.exec(file)?.[1]
    const domains = folder === undefined ? domainsOf(file) : []
    for (const spec of specs) {
      const isConcerned =
        own === null
          ? folder === undefined
            ? domains.some((domain) => domain === 'shared' || isAmong(DOMAINS[domain].stories, spec))
            : spec.startsWith(folder)
          : spec === own
      if (isConcerned) chosen.add(spec)
    }
  }
  return specs.filter((spec) => chosen.has(spec))
}
