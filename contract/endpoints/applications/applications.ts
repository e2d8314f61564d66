import * as z from 'zod/mini'
import { get, postFile, postJson, shownBytes } from '../../endpoint.ts'
import { calendarDay, code, filled, flag, id, moment, names, text, userType } from '../../fields.ts'
import { recordVersion, versionOrNew } from '../../record-version.ts'
import { APPLICATION_PICTURE_MAX } from '../../limits.ts'
import { isLink } from '../../rules/fields/link.ts'
import { GROUP_CODES } from '../desktop/desktop.ts'
import { desktopOrder } from '../desktop/desktop-order.ts'

// The applications of a unit, for its administration.

const groupCode = z.literal(GROUP_CODES)
const appCode = text(64, 1)
/** Days before the end of a licence on which administrators are reminded. */
export const LICENCE_REMINDER_DAYS = [90, 30, 7] as const

/** A person must meet each part that is not empty. */
const audience = z.object({
  userTypes: z.array(userType).check(z.maxLength(4)),
  roleIds: z.array(id).check(z.maxLength(100)),
  /** Pupils of the classes, their parents, and those who teach them. */
  classIds: z.array(id).check(z.maxLength(500)),
  /** The same by the campuses of classes. */
  campusIds: z.array(id).check(z.maxLength(50)),
})
export type Audience = z.infer<typeof audience>

/** `groups` null: the order of the applications. */
const defaultDesktop = z.object({ userType, groups: z.nullable(desktopOrder), version: recordVersion })
export type DefaultDesktop = z.infer<typeof defaultDesktop>

/** What an own application opens; an address on plain http only where the operator's rule (PORTAL_HTTP_APPLICATIONS) names its host. */
const target = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('link'),
    url: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, code('field.required')),
        z.maxLength(2048),
        z.refine(isLink, code('application.link')),
      ),
  }),
  z.object({ kind: z.literal('client'), clientId: text(128, 1) }),
  /** The page that was made for this unit: application `DEDICATED_CODE`, of which a unit has one. */
  z.object({ kind: z.literal('dedicated') }),
])
export type Target = z.infer<typeof target>

const application = z.object({
  code: z.string(),
  ...names,
  /** Null within a folder. */
  group: z.nullable(groupCode),
  folder: z.nullable(z.string()),
  icon: z.string(),
  /** The icon that it has by itself; null for an own one and a folder. */
  builtInIcon: z.nullable(z.string()),
  on: z.boolean(),
  /** Whether it can be neither switched off nor limited. */
  needed: z.boolean(),
  /** Made by the unit, and can be deleted. */
  own: z.boolean(),
  opens: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('micro-app') }),
    z.object({ kind: z.literal('folder') }),
    z.object({ kind: z.literal('link'), url: z.string() }),
    z.object({ kind: z.literal('client'), clientId: z.string() }),
    z.object({ kind: z.literal('dedicated') }),
  ]),
  /** User types that it is made for. */
  madeFor: z.array(userType),
  /** Why it does not open although it is switched on: its address is on plain http, and the operator allows that no more, or it is a host of the portal. */
  httpRefusal: z.nullable(z.literal(['application.http', 'application.http_own_host'])),
  audience,
  /** Null without a licence of its own: the portal's holds. */
  licence: z.nullable(
    z.object({
      endsAt: moment,
      /** The last day, in the unit's time zone. */
      endsOn: z.string(),
      /** Without changes: from the end for the unit's days of grace. */
      state: z.literal(['valid', 'soon', 'read-only', 'expired']),
    }),
  ),
  version: recordVersion,
})
export type Application = z.infer<typeof application>

const overview = z.object({
  /** In their order. */
  applications: z.array(application),
  /** Third parties of the unit with an entry; `usable` while they are turned on. */
  clients: z.array(z.object({ clientId: z.string(), ...names, usable: z.boolean() })),
  roles: z.array(z.object({ roleId: id, ...names })),
  classes: z.array(z.object({ classId: id, gradeName: z.string(), gradeEnglishName: z.string(), ...names })),
  campuses: z.array(z.object({ campusId: id, ...names })),
  /** The desktops that people begin with, of each user type. */
  defaults: z.array(defaultDesktop),
  /** Hosts, hosts with a port and networks at which applications may be on plain http, as the operator wrote them. */
  httpPlaces: z.array(z.string()),
})
export type ApplicationOverview = z.infer<typeof overview>

const ordinary = { permission: 'base_application', licence: 'base', risk: 'ordinary' } as const
/** Changes answer with all applications as they are then. */
const changes = { ...ordinary, response: overview } as const

export const read = get({
  ...changes,
  name: 'applications.read',
  path: '/api/base/application',
})

/**
 * Adds an own application at the end, or changes one. Of others the names, group, icon and audience: `opens` and `endsOn` are null. Throws
 * 'application.gone', 'application.needed', 'application.no_client', 'application.no_icon', 'application.audience_gone', 'application.too_many',
 * 'application.dedicated_taken', 'application.http' and 'application.http_own_host'.
 */
export const save = postJson({
  ...ordinary,
  name: 'applications.save',
  path: '/api/base/application/save',
  saves: application,
  request: z.object({
    /** Null for a new one. */
    code: z.nullable(appCode),
    name: filled(50),
    englishName: text(100),
    /** Null within a folder. */
    group: z.nullable(groupCode),
    icon: z
      .string()
      .check(z.regex(/^(?:|\/icons\/apps\/[\w-]{1,80}\.svg|\/api\/base\/application\/picture\/[0-9a-f]{64})$/)),
    opens: z.nullable(target),
    audience,
    /** The last day of the licence; null for none. */
    endsOn: z.nullable(calendarDay),
    version: versionOrNew,
  }),
  response: z.object({ appCode: z.string(), overview }),
})

/** Shows or hides it. Throws 'application.gone' and 'application.needed'. */
export const turn = postJson({
  ...changes,
  name: 'applications.switch',
  path: '/api/base/application/switch',
  request: z.object({ code: appCode, on: z.boolean() }),
})

/** Sorts some among themselves; the places of others stay. Throws 'application.gone'. */
export const sort = postJson({
  ...changes,
  name: 'applications.sort',
  path: '/api/base/application/sort',
  request: z.object({ codes: z.array(appCode).check(z.minLength(1), z.maxLength(500)) }),
})

/** Deletes an own application; it can be brought back for 30 days. Throws 'application.gone' and 'application.built_in'. */
export const remove = postJson({
  ...changes,
  name: 'applications.remove',
  path: '/api/base/application/remove',
  request: z.object({ code: appCode }),
})

/** Throws 'application.gone'. */
export const bringBack = postJson({
  ...changes,
  name: 'applications.bringBack',
  path: '/api/base/application/bring_back',
  request: z.object({ code: appCode }),
})

/** Stores the order of icons for people of a type who have none of their own. */
export const saveDefault = postJson({
  ...changes,
  name: 'applications.saveDefault',
  path: '/api/base/application/default',
  bodyLimit: 160 * 1024,
  saves: defaultDesktop,
  request: defaultDesktop,
})

/**
 * Takes a PNG, JPEG or WebP and makes an icon of it, which an application may have. Throws 'storage.file_missing', 'picture.type',
 * 'picture.unreadable' and 'application.picture_size'.
 */
export const uploadPicture = postFile({
  ...ordinary,
  name: 'applications.uploadPicture',
  path: '/api/base/application/picture',
  bodyLimit: APPLICATION_PICTURE_MAX + 64 * 1024,
  /** `file`, a Blob, which the server reads from the form. */
  request: z.looseObject({}),
  response: z.object({ icon: z.string() }),
})

/** An SVG with the grey and the cartoon form beside the picture. */
export const picture = get({
  name: 'applications.picture',
  path: '/api/base/application/picture/{pictureId}',
  permission: null,
  ...shownBytes,
  request: z.object({ pictureId: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
})

/**
 * How an application on plain http is opened; nothing of the person is in the address. `embeds`: whether a page of this origin can show it in a frame, null where the server cannot
 * find that out or `inFrame` did not ask. Throws 'application.gone' unless it is one and in the person's menu, 'application.http' where the operator does not allow its host (any more)
 * and 'application.http_own_host'.
 */
export const opening = get({
  name: 'applications.opening',
  path: '/api/base/application/opening',
  permission: null,
  licence: 'base',
  request: z.object({ code: appCode, inFrame: z.optional(flag) }),
  response: z.object({ address: z.string(), embeds: z.nullable(z.boolean()) }),
})
