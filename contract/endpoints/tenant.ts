import * as z from 'zod/mini'
import { id, unitType } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

/** An https address, or a path on the portal's own host. */
const downloadAddress = z
  .string()
  .check(z.maxLength(1024), z.regex(/^(https:\/\/[^\s/\\][^\s\\]*|\/[^\s/\\][^\s\\]*)$/))

/** Where the client for Windows can be had: to install, and to carry along. */
export const clientDownloads = z.object({
  installer: z.optional(downloadAddress),
  portable: z.optional(downloadAddress),
})
export type ClientDownloads = z.infer<typeof clientDownloads>

/** `decorationSet` once parsed: what the footer and the login page show. */
export const decorationSet = z.object({
  footerMsg: z.optional(
    z.object({
      show: z.optional(z.boolean()),
      helpCenter: z.optional(z.boolean()),
      /** Where the help centre is: an https address. */
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
  /** A colour that people are offered as their theme's. */
  themeColor: z.optional(z.string()),
  /** `clientDownloads`: where the unit's people get the client for Windows, instead of where the installation says. The server reads it. */
  clientDownloads: z.optional(z.unknown()),
  /** `ink`, `lotus` or `cartoon`: the picture beside the login form; the campus unless one of them. */
  theme: z.optional(z.string()),
})

/** Ways in by what an address carries. Each stands in histories and logs on its way here, so a unit has to allow it; all are off unless it did. */
export const signInWays = z.object({
  /** User name and password. */
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
  /** JSON text of `decorationSet`; null when the unit decorated nothing. */
  decorationSet: z.nullable(z.string()),
  themeColor: z.string(),
  signInWays: z.optional(signInWays),
  /** The unit has at least one provider of accounts elsewhere, so that the login page asks for the list. */
  social: z.optional(z.boolean()),
  /** People may sign in by face. */
  face: z.optional(z.boolean()),
  /** Forgotten passwords: a mail can be sent; without, an administrator issues a code. */
  resetByMail: z.optional(z.boolean()),
  /** Absent where nothing is configured. */
  clientDownloads: z.optional(clientDownloads),
  /** Which of section 5's rules new passwords follow; the mixed one unless said. */
  passwordRule: z.optional(z.literal(['mixed', 'simple'])),
  /** The IANA name of the zone that the unit's days are meant in. */
  timeZone: z.optional(z.string()),
})
export type UnitConfig = z.infer<typeof unitConfigData>

export const unitConfig = endpoint({
  name: 'tenant.unitConfig',
  method: 'GET',
  path: '/api/uaa/oauth/login/unit_config',
  encoding: 'query',
  access: 'public',
  cache: 'session',
  request: z.object({ unitId: z.optional(id) }),
  response: unitConfigData,
})

/** The unit's logo as a picture. */
export const unitLogo = endpoint({
  name: 'tenant.unitLogo',
  method: 'GET',
  path: '/api/storage/show/unit/{unitId}',
  encoding: 'query',
  access: 'public',
  rawResponse: true,
  cache: 'http',
  request: z.object({ unitId: id }),
  response: z.unknown(),
})
