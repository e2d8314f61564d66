import * as z from 'zod/mini'
import { id, moment, names, text, wholeNumber } from '../../fields.ts'
import { get, postForm } from '../../endpoint.ts'

/** Resource types of a menu item: a folder has no page of its own. */
export const FOLDER = 1
export const PAGE = 2

const menuItem = z.object({
  code: z.string(),
  zname: z.string(),
  ...names,
  shortName: z.string(),
  englishShortName: z.string(),
  iconImg: z.string(),
  imgPath: z.string(),
  /** The same picture in the forms of the themes ink and cartoon. */
  imgGrayPath: z.string(),
  imgCartoonPath: z.string(),
  /** A path inside the application, or the address of another site. */
  menuRoute: z.string(),
  /** The registered third party whose entry that site is: it is opened by `sso.externalLoginUrl`. */
  ssoClientId: z.optional(z.string()),
  serverId: z.string(),
  deployPath: z.string(),
  /** User types that the application is made for, separated by commas. */
  frontUserType: z.string(),
  /** Of them, those that the unit limits it to; empty for all. */
  limitUserType: z.string(),
  resourceType: z.literal([FOLDER, PAGE]),
  /** 0 is hidden. */
  updateStatus: z.number(),
  unReadCodeCount: z.number(),
  /** When the licence of its service, or of the portal, ended; absent while both go on. */
  expiredAt: z.optional(moment),
  /** An own application on plain http: its page of the portal asks `applications.opening` how it is opened. */
  plainHttp: z.optional(z.literal(true)),
  /** Its licence does not let it be read either: the unit's days of grace are over. Says nothing about addresses of other sites. */
  closed: z.optional(z.boolean()),
})

const application = z.extend(menuItem, {
  /** Pages inside the application that the user may open; `menuRoute` is their path in there. */
  children: z.optional(z.array(menuItem)),
})

/** An application's icon on the desktop and in the menus, or a folder of them (section 3, app/menu item and icon fields). */
export const icon = z.extend(application, {
  /** The applications in a folder. */
  iconVMs: z.optional(z.array(application)),
})
export type MenuItem = z.infer<typeof menuItem>
export type Icon = z.infer<typeof icon>

/** Codes of the desktop's groups, in their order. */
export const GROUP_CODES = [
  'ZDYYYFL-CYYY',
  'ZDYYYFL-XZBG',
  'ZDYYYFL-JWGL',
  'ZDYYYFL-SJZX',
  'ZDYYYFL-JZGGL',
  'ZDYYYFL-ZZXX',
  'ZDYYYFL-JYKY',
  'ZDYYYFL-XSCZ',
  'ZDYYYFL-ZWHQ',
] as const
export type GroupCode = (typeof GROUP_CODES)[number]

export const iconGroups = z.array(z.object({ code: z.literal(GROUP_CODES), iconVMs: z.array(icon) }))
export type IconGroups = z.infer<typeof iconGroups>

export const unreadCodeCounts = z.array(z.object({ code: z.string(), num: z.number() }))
export type UnreadCodeCounts = z.infer<typeof unreadCodeCounts>

export const myAppIcons = get({
  name: 'desktop.myAppIcons',
  path: '/api/base/desktop/my_app_icon',
  permission: null,
  request: z.object({ userId: id, unitId: id, appType: z.optional(wholeNumber(1, 9)) }),
  response: iconGroups,
})

export const unreadByCode = get({
  name: 'desktop.unreadByCode',
  path: '/api/base/desktop/unReadCodeCount',
  permission: null,
  response: unreadCodeCounts,
})

export const accessDetail = postForm({
  name: 'desktop.accessDetail',
  path: '/api/base/user_access_detail',
  permission: null,
  request: z.object({
    userId: id,
    userType: wholeNumber(1, 4),
    unitId: id,
    resId: text(64),
    resName: text(200),
    type: wholeNumber(1, 9),
  }),
  response: z.unknown(),
})

/** The entry of an external application of the unit; a trusted one gets a one-time code, see docs/develop/third-parties.md. */
export const externalLoginUrl = get({
  name: 'sso.externalLoginUrl',
  path: '/api/sso/select/login/url',
  permission: null,
  changes: true,
  /** Without it, the first one by position. */
  request: z.object({ clientId: z.optional(text(128, 1)) }),
  response: z.string(),
})
