import * as z from 'zod/mini'
import { code, filled, text } from '../fields.ts'
import { get, postJson } from '../endpoint.ts'
import { LANGUAGES, PICKER_FONT_SIZES, PICKER_FONTS } from '../limits.ts'
import { pageOf } from '../pages.ts'
import { isHexColor } from '../rules/appearance/oklab.ts'
import { helpCentre } from '../rules/appearance/help-centre.ts'
import { isLink, isPicture } from '../rules/fields/web-address.ts'
import { clientDownloads } from './tenant.ts'

// What a unit may configure, as it is written: by the command `npm run unit-config`, and in part by administrators. `tenant.ts` has what is read.

/** Lengths of texts, also while typing. */
export const FOOTER_LENGTH = 200
export const FILING_LENGTH = 64
export const MOTTO_LENGTH = 40
export const LINK_LENGTH = 1024
const NAME_LENGTH = 64
const FILINGS_MAX = 8
/** Characters: the picture is in the document of the login page. */
const PICTURE_LENGTH = 8192

export const SCENES = ['campus', 'ink', 'lotus', 'cartoon'] as const

const short = (length: number) => text(length).check(z.trim())
const color = z.string(code('field.color')).check(z.trim(), z.refine(isHexColor, code('field.color')))
const link = short(LINK_LENGTH).check(z.refine(isLink, code('field.link')))
const help = short(LINK_LENGTH).check(z.refine((address) => helpCentre(address) !== null, code('field.web_address')))
/** '' where nothing is set. */
const orNone = (address: typeof link) => z.union([z.literal(''), address], { error: firstMessage })

/** The message of the form that the value was meant to have. */
function firstMessage({ code: kind, errors }: { code: string; errors?: readonly (readonly { message: string }[])[] }) {
  return kind === 'invalid_union' ? errors?.at(-1)?.[0]?.message : undefined
}

/** The page after signing in: of the portal, and none that leads to itself. */
function isJumpPage(path: string): boolean {
  if (path.length > LINK_LENGTH || !/^\/[^/\\\s][^\\\s]*$/.test(path)) return false
  const page = pageOf(new URL(path, 'http://portal').pathname)
  return page !== null && !['home', 'login', 'relogin', 'authorize', 'bind', 'forgot-password'].includes(page.kind)
}

/** Where a ticket may be sent: a path of this origin, so that it does not leak. The same form is in the database. */
function isTicketPath(path: string): boolean {
  return path.length <= 200 && /^\/[\w-][\w./-]*$/.test(path)
}

/** Query parameters of the other flows of the login. */
const TAKEN =
  'app cid client_id code error iss password path redirect_uri response_type scope session_state state token accesstoken username'
function isTicketName(name: string): boolean {
  return /^[A-Za-z][\w-]{0,31}$/.test(name) && !TAKEN.split(' ').includes(name.toLowerCase())
}

const filing = z.strictObject({
  baContent: filled(FILING_LENGTH),
  baUrl: z.optional(link),
  baImg: z.optional(text(PICTURE_LENGTH).check(z.refine(isPicture, code('field.picture')))),
  showImg: z.optional(z.boolean()),
})

const decoration = z.strictObject({
  footerMsg: z.optional(
    z.strictObject({
      show: z.optional(z.boolean()),
      helpCenter: z.optional(z.boolean()),
      helpCenterUrl: z.optional(help),
      showBaMsg: z.optional(z.boolean()),
      baList: z.optional(z.array(filing).check(z.maxLength(FILINGS_MAX))),
      copyright: z.optional(short(FOOTER_LENGTH)),
    }),
  ),
  themeColor: z.optional(color),
  loginText: z.optional(
    z.strictObject({
      text: short(MOTTO_LENGTH),
      color: z.optional(color),
      fontSize: z.optional(z.literal(PICKER_FONT_SIZES)),
      fontFamily: z.optional(z.literal(PICKER_FONTS)),
    }),
  ),
  clientDownloads: z.optional(clientDownloads),
  theme: z.optional(z.literal(SCENES)),
})

const languages = z.array(z.literal(LANGUAGES, code('field.languages')), code('field.language_list')).check(
  z.minLength(1, code('field.languages')),
  z.refine((codes) => new Set(codes).size === codes.length, code('field.languages')),
)

/** All that can be configured for a unit, under the names of the specification. Null: the portal's own default. */
export const unitConfiguration = z.strictObject({
  footer: z.nullable(short(FOOTER_LENGTH)),
  link: z.nullable(link),
  decorationSet: z.nullable(decoration),
  themeColor: color,
  loginJumpPage: z.nullable(short(LINK_LENGTH).check(z.refine(isJumpPage, code('field.portal_page')))),
  autoLogin: z.boolean(),
  languageList: z.nullable(languages),
  loginTickitConifg: z.strictObject({
    apipath: z.nullable(z.string().check(z.refine(isTicketPath, code('field.ticket_path')))),
    name: z.string().check(z.refine(isTicketName, code('field.ticket_name'))),
  }),
  desktopName: z.nullable(filled(NAME_LENGTH)),
  desktopEnName: z.nullable(filled(NAME_LENGTH)),
})
export type UnitConfiguration = z.infer<typeof unitConfiguration>

/** The part that administrators edit: the school's appearance. */
const appearance = z.object({
  footerShown: z.boolean(),
  copyright: short(FOOTER_LENGTH),
  footer: short(FOOTER_LENGTH),
  link: orNone(link),
  /** The two numbers that Chinese law asks of a public site; '' without. */
  icp: short(FILING_LENGTH),
  police: short(FILING_LENGTH),
  helpShown: z.boolean(),
  helpUrl: orNone(help),
  themeColor: color,
  scene: z.literal(SCENES),
  motto: short(MOTTO_LENGTH),
  mottoStyle: z.object({
    color,
    fontSize: z.literal(PICKER_FONT_SIZES),
    fontFamily: z.literal(PICKER_FONTS),
  }),
})
export type UnitAppearance = z.infer<typeof appearance>

export const unitAppearance = get({
  name: 'tenant.appearance',
  path: '/api/base/unit/appearance',
  access: 'session',
  permission: 'base_unit',
  response: appearance,
})

/** Returns the appearance after the change. */
export const saveUnitAppearance = postJson({
  name: 'tenant.saveAppearance',
  path: '/api/base/unit/save_appearance',
  access: 'session',
  permission: 'base_unit',
  request: appearance,
  response: appearance,
})
