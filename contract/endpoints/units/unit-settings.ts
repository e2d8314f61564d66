import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { code, filled, integer, names, typedNumber } from '../../fields.ts'
import { recordVersion } from '../../record-version.ts'
import { adminNetworks } from '../sign-in/admin-access.ts'
import { downloadAddress } from './tenant.ts'
import {
  FILING_LENGTH,
  filingPicture,
  FILINGS_MAX,
  isSmallEnough,
  jumpPage,
  languages,
  link,
  NAME_LENGTH,
  orNone,
  short,
  ticketName,
  ticketPath,
} from './unit-configuration.ts'

// What administrators set of a unit's configuration, besides its branding. The rules of each value are those of the command `npm run unit-config`.

const ordinary = { permission: 'base_unit', risk: 'ordinary' } as const

/** What people find after signing in. '' where the portal's own default holds. */
export const desktopForm = z.object({
  desktopName: short(NAME_LENGTH),
  desktopEnName: short(NAME_LENGTH),
  loginJumpPage: orNone(jumpPage),
  languages,
  /** The Windows client of the unit. */
  installer: orNone(downloadAddress),
  portable: orNone(downloadAddress),
})
export type DesktopForm = z.infer<typeof desktopForm>

const desktopSettings = z.object({
  ...desktopForm.shape,
  /** As they are stored, which may be by an older portal: not necessarily valid as they are written now. */
  desktopName: z.string(),
  desktopEnName: z.string(),
  loginJumpPage: z.string(),
  installer: z.string(),
  portable: z.string(),
  /** Whether the caller may change the Windows client: all users are offered it. */
  reachesAllAccounts: z.boolean(),
  /** Those that the page after signing in may be of. */
  applications: z.array(z.object({ code: z.string(), ...names })),
  version: recordVersion,
})
export type DesktopSettings = z.infer<typeof desktopSettings>

export const readDesktop = get({
  ...ordinary,
  name: 'settings.desktop',
  path: '/api/base/settings/desktop',
  response: desktopSettings,
})

/** Throws 'field.portal_page' at a page of an application that the unit does not have. */
export const saveDesktop = postJson({
  ...ordinary,
  name: 'settings.saveDesktop',
  path: '/api/base/settings/save_desktop',
  saves: desktopSettings,
  request: z.extend(desktopForm, { version: recordVersion }),
})

/** An entry of the footer: a filing, or another line that a public site must have. '' without a link or a picture. */
export const filing = z.object({
  text: filled(FILING_LENGTH),
  link: orNone(link),
  picture: orNone(filingPicture),
  pictureShown: z.boolean(),
})
export type Filing = z.infer<typeof filing>

export const filingsForm = z.object({
  /** Whether the footer shows the entries. */
  shown: z.boolean(),
  /** In their order. */
  filings: z.array(filing).check(
    z.maxLength(FILINGS_MAX, code('field.filings')),
    z.refine((all) => isSmallEnough(all.map(({ picture }) => picture)), code('field.filing_pictures')),
  ),
})
export type FilingsForm = z.infer<typeof filingsForm>

const filingsSettings = z.object({
  shown: z.boolean(),
  filings: z.array(z.object({ ...filing.shape, text: z.string(), link: z.string(), picture: z.string() })),
  /** Whether the footer itself is shown, which is a part of the branding. */
  footerShown: z.boolean(),
  version: recordVersion,
})
export type FilingsSettings = z.infer<typeof filingsSettings>

export const readFilings = get({
  ...ordinary,
  name: 'settings.filings',
  path: '/api/base/settings/filings',
  response: filingsSettings,
})

export const saveFilings = postJson({
  ...ordinary,
  name: 'settings.saveFilings',
  path: '/api/base/settings/save_filings',
  saves: filingsSettings,
  // Several small pictures.
  bodyLimit: 256 * 1024,
  request: z.extend(filingsForm, { version: recordVersion }),
})

/** How browsers are signed in by themselves. */
export const pathsForm = z.object({
  autoLogin: z.boolean(),
  /** '' where no browser with a ticket is let in. */
  ticketPath: orNone(ticketPath),
  ticketName,
})
export type PathsForm = z.infer<typeof pathsForm>

const pathsSettings = z.object({
  autoLogin: z.boolean(),
  ticketPath: z.string(),
  ticketName: z.string(),
  reachesAllAccounts: z.boolean(),
  version: recordVersion,
})
export type PathsSettings = z.infer<typeof pathsSettings>

export const readPaths = get({
  ...ordinary,
  name: 'settings.paths',
  path: '/api/base/settings/paths',
  response: pathsSettings,
})

/** Throws 'access.denied' for all but administrators: the path decides what a ticket is sent to. */
export const savePaths = postJson({
  permission: 'base_unit',
  name: 'settings.savePaths',
  path: '/api/base/settings/save_paths',
  risk: 'gives-credentials',
  saves: pathsSettings,
  request: z.extend(pathsForm, { version: recordVersion }),
})

/** The networks of the unit: new devices there do not wait for what others mistype. */
export const networksForm = z.object({ networks: adminNetworks })

const networksSettings = z.object({
  networks: z.array(z.string()),
  /** The caller's own, as the portal sees it. */
  address: z.string(),
  reachesAllAccounts: z.boolean(),
  version: recordVersion,
})
export type NetworksSettings = z.infer<typeof networksSettings>

export const readNetworks = get({
  ...ordinary,
  name: 'settings.networks',
  path: '/api/base/settings/networks',
  response: networksSettings,
})

/** Throws 'access.denied' for all but administrators: guessing is slowed down less in these networks. */
export const saveNetworks = postJson({
  permission: 'base_unit',
  name: 'settings.saveNetworks',
  path: '/api/base/settings/save_networks',
  risk: 'removes-protection',
  saves: networksSettings,
  request: z.extend(networksForm, { version: recordVersion }),
})

/** Months: at least a school year, in which records are still asked for, and at most ten years. */
export const KEPT_MONTHS = { least: 12, most: 120 } as const

const keptMonths = integer(KEPT_MONTHS, 'field.kept_months')

/** For how many months the unit keeps what would grow without end. */
const monthsOf = <Months>(months: Months) => ({
  /** With who got and read them. */
  messageMonths: months,
  todoMonths: months,
  /** What was sent to many, with its files and answers. */
  publicationMonths: months,
  /** That a record of the roster is gone, for the systems that read it. */
  rosterMonths: months,
  themeMonths: months,
})
export const retention = z.object(monthsOf(keptMonths))
export type Retention = z.infer<typeof retention>

/** Where the unit has set nothing. */
export const RETENTION_USUAL: Retention = {
  messageMonths: 36,
  todoMonths: 36,
  publicationMonths: 60,
  rosterMonths: 24,
  themeMonths: 24,
}

/** As they are typed. */
export const retentionForm = z.object(monthsOf(typedNumber(4, keptMonths)))

const retentionSettings = z.extend(retention, { version: recordVersion })
export type RetentionSettings = z.infer<typeof retentionSettings>

export const readRetention = get({
  ...ordinary,
  name: 'settings.retention',
  path: '/api/base/settings/retention',
  response: retentionSettings,
})

/** What is older than a shorter time is deleted within a day. */
export const saveRetention = postJson({
  ...ordinary,
  name: 'settings.saveRetention',
  path: '/api/base/settings/save_retention',
  saves: retentionSettings,
  request: z.extend(retention, { version: recordVersion }),
})
