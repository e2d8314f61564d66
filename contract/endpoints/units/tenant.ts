import * as z from 'zod/mini'
import { code, id, unitType } from '../../fields.ts'
import { get, shownBytes } from '../../endpoint.ts'
import { isOwnPath, isSecureLink } from '../../rules/fields/link.ts'

/** An https address, or a path on the portal's own host. */
export const downloadAddress = z.string().check(
  z.maxLength(1024),
  z.refine((address) => isOwnPath(address) || isSecureLink(address), code('field.download_address')),
)

/** The Windows client, installed or portable. */
export const clientDownloads = z.object({
  installer: z.optional(downloadAddress),
  portable: z.optional(downloadAddress),
})
export type ClientDownloads = z.infer<typeof clientDownloads>

/** A picture of the unit by its content: the SHA-256 in hex digits. */
export const pictureId = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** `decorationSet` once parsed, for the footer and the login page. */
export const decorationSet = z.object({
  footerMsg: z.optional(
    z.object({
      show: z.optional(z.boolean()),
      helpCenter: z.optional(z.boolean()),
      helpCenterUrl: z.optional(z.string()),
      showBaMsg: z.optional(z.boolean()),
      baList: z.optional(
        z.array(
          z.object({
            baImg: z.optional(z.string()),
            baContent: z.string(),
            baUrl: z.optional(z.string()),
            showImg: z.optional(z.boolean()),
          }),
        ),
      ),
      copyright: z.optional(z.string()),
    }),
  ),
  /** A colour offered for users' themes. */
  themeColor: z.optional(z.string()),
  /** A line of the unit's own below its name on the login page, such as its motto. */
  loginText: z.optional(
    z.object({
      text: z.string(),
      color: z.optional(z.string()),
      fontSize: z.optional(z.string()),
      fontFamily: z.optional(z.string()),
    }),
  ),
  /** `clientDownloads`: the unit's own Windows client instead of the installation's. Read by the server. */
  clientDownloads: z.optional(z.unknown()),
  /** `ink`, `lotus` or `cartoon`: the picture beside the login form; else the campus. */
  theme: z.optional(z.string()),
  /** The unit's own picture there instead. */
  loginPicture: z.optional(pictureId),
})

export type DecorationSet = z.infer<typeof decorationSet>

/** Sign-in methods that an address may carry. Addresses are stored in histories and logs, so all are off by default. */
export const signInWays = z.object({
  password: z.optional(z.boolean()),
  /** A handover secret in `accessToken`. */
  accessToken: z.optional(z.boolean()),
  /** A registered client in `cid`. */
  userClient: z.optional(z.boolean()),
  /** A ticket that a third party issued. */
  ticket: z.optional(z.boolean()),
})
export type SignInMethods = z.infer<typeof signInWays>

/** Unit login config: public, because the login page shows it. */
export const unitConfigData = z.object({
  unitId: id,
  unitName: z.string(),
  unitEnName: z.string(),
  unitType,
  footer: z.nullable(z.string()),
  link: z.nullable(z.string()),
  /** JSON text of `decorationSet`; null without a decoration. */
  decorationSet: z.nullable(z.string()),
  themeColor: z.string(),
  signInWays: z.optional(signInWays),
  /** Whether the unit has external providers, so that the login page loads them. */
  social: z.optional(z.boolean()),
  /** Whether users may sign in by face. */
  face: z.optional(z.boolean()),
  /** Whether forgotten passwords can be reset by mail; otherwise an administrator issues a code. */
  resetByMail: z.optional(z.boolean()),
  /** Absent without any. */
  clientDownloads: z.optional(clientDownloads),
  /** Present where the unit runs under another operator's brand: the maker of the portal is not named then. */
  otherBrand: z.optional(z.literal(true)),
  /** Where tables are sent to be made into spreadsheets, in place of the portal's own writer: `common/table2xls` below this address. Absent without. */
  tableExportBase: z.optional(z.string()),
  /** The rule of section 5 for new passwords; by default the mixed one. */
  passwordRule: z.optional(z.literal(['mixed', 'simple'])),
  /** The IANA name of the unit's time zone. */
  timeZone: z.optional(z.string()),
  // From here on: the unit's part of the start-up configuration, under the specification's names.
  /** The page after signing in, where the unit does not want the desktop. */
  loginJumpPage: z.optional(z.nullable(z.string())),
  autoLogin: z.optional(z.boolean()),
  /** Codes of the offered languages; checked where it is used. */
  languageList: z.optional(z.unknown()),
  /** Who has chosen no language begins with the first of the browser's that is among them. */
  languageFollowsBrowser: z.optional(z.boolean()),
  /** Sign-in by ticket: the path, and the query parameter of a ticket. */
  loginTickitConifg: z.optional(z.object({ apipath: z.nullable(z.string()), name: z.string() })),
  desktopName: z.optional(z.nullable(z.string())),
  desktopEnName: z.optional(z.nullable(z.string())),
})
export type UnitConfig = z.infer<typeof unitConfigData>

export const unitConfig = get({
  name: 'tenant.unitConfig',
  path: '/api/uaa/oauth/login/unit_config',
  access: 'public',
  cache: 'session',
  request: z.object({ unitId: z.optional(id) }),
  response: unitConfigData,
})

const publicPicture = { ...shownBytes, access: 'public' } as const

/** The unit's logo as a picture. */
export const unitLogo = get({
  ...publicPicture,
  name: 'tenant.unitLogo',
  path: '/api/storage/show/unit/{unitId}',
  request: z.object({ unitId: id }),
})

/** A picture of the login page that was published. */
export const loginPicture = get({
  ...publicPicture,
  name: 'tenant.loginPicture',
  path: '/api/base/unit/picture/{pictureId}',
  request: z.object({ pictureId }),
})

/** The address of such a picture. */
export const loginPictureAddress = (picture: string) => `/api/base/unit/picture/${picture}`
