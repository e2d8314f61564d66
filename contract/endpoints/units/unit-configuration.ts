import * as z from 'zod/mini'
import { code, filled, text } from '../../fields.ts'
import { LANGUAGES, PICKER_FONT_SIZES, PICKER_FONTS } from '../../limits.ts'
import { OPEN_SEARCH, pageOf } from '../../pages.ts'
import { isHexColor } from '../../rules/appearance/oklab.ts'
import { helpCentre } from '../../rules/appearance/help-centre.ts'
import { isNetwork } from '../../rules/fields/network.ts'
import { isLink, isPicture } from '../../rules/fields/link.ts'
import { clientDownloads, pictureId } from './tenant.ts'

// What a unit may configure, as it is written: by the command `npm run unit-config`, and in part by administrators (`branding.ts`). `tenant.ts` has what is read.

/** Lengths of texts, also while typing. */
export const FOOTER_LENGTH = 200
export const FILING_LENGTH = 64
export const MOTTO_LENGTH = 40
export const LINK_LENGTH = 1024
export const NAME_LENGTH = 64
export const FILINGS_MAX = 20
/** The same number is in the database. */
const NETWORKS_MAX = 32
export const TICKET_PATH_LENGTH = 200
export const TICKET_NAME_LENGTH = 32
/** Characters of a picture, and of all of a footer's: they are in the document of the login page. */
const PICTURE_LENGTH = 8192
const PICTURES_LENGTH = 8 * PICTURE_LENGTH

export const SCENES = ['campus', 'ink', 'lotus', 'cartoon'] as const

export const short = (length: number) => text(length).check(z.trim())
export const color = z.string(code('field.color')).check(z.trim(), z.refine(isHexColor, code('field.color')))
export const link = short(LINK_LENGTH).check(z.refine(isLink, code('field.link')))
export const help = short(LINK_LENGTH).check(
  z.refine((address) => helpCentre(address) !== null, code('field.web_address')),
)

/** A value of a form, or '' where nothing is set. */
export const orNone = <Value extends z.ZodMiniType<string, string>>(value: Value) =>
  z.union([z.literal(''), value], { error: firstMessage })

/** The message of the form that the value was meant to have. */
function firstMessage({ code: kind, errors }: { code: string; errors?: readonly (readonly { message: string }[])[] }) {
  return kind === 'invalid_union' ? errors?.at(-1)?.[0]?.message : undefined
}

/** Pages for people who are signing in or out or come by a link, and the station, which has no way to the desktop. */
const NO_JUMP_PAGES: readonly string[] = [
  'home',
  'login',
  'relogin',
  'authorize',
  'logout',
  'bind',
  'forgot-password',
  'setup',
  'join',
  'station',
]

/** The page after signing in: of the portal, and none that leads to itself. */
function isJumpPage(path: string): boolean {
  if (path.length > LINK_LENGTH || !/^\/[^/\\\s][^\\\s]*$/.test(path)) return false
  const page = pageOf(new URL(path, 'http://portal').pathname)
  return page !== null && !NO_JUMP_PAGES.includes(page.kind)
}

/** Where a ticket may be sent: a path of this origin, so that it does not leak. The same form is in the database. */
function isTicketPath(path: string): boolean {
  return path.length <= TICKET_PATH_LENGTH && /^\/[\w-][\w./-]*$/.test(path)
}

/** Query parameters of the other flows of the login. */
const TAKEN = [
  'app cid client_id code error iss password path redirect_uri response_type scope session_state state token accesstoken username',
  'acr_values claims code_challenge code_challenge_method display id_token_hint login_hint max_age nonce prompt registration request',
  'request_uri resource response_mode ui_locales',
  OPEN_SEARCH.split('=')[0],
].join(' ')
function isTicketName(name: string): boolean {
  return /^[A-Za-z][\w-]{0,31}$/.test(name) && !TAKEN.split(' ').includes(name.toLowerCase())
}

export const jumpPage = short(LINK_LENGTH).check(z.refine(isJumpPage, code('field.portal_page')))
export const ticketPath = z.string().check(z.trim(), z.refine(isTicketPath, code('field.ticket_path')))
export const ticketName = z.string().check(z.trim(), z.refine(isTicketName, code('field.ticket_name')))
export const filingPicture = text(PICTURE_LENGTH).check(z.refine(isPicture, code('field.picture')))

const filing = z.strictObject({
  baContent: filled(FILING_LENGTH),
  baUrl: z.optional(link),
  baImg: z.optional(filingPicture),
  showImg: z.optional(z.boolean()),
})

/** Of the pictures of a footer, which are within the document. */
export const isSmallEnough = (pictures: readonly (string | undefined)[]) => pictures.join('').length <= PICTURES_LENGTH

const decoration = z.strictObject({
  footerMsg: z.optional(
    z.strictObject({
      show: z.optional(z.boolean()),
      helpCenter: z.optional(z.boolean()),
      helpCenterUrl: z.optional(help),
      showBaMsg: z.optional(z.boolean()),
      baList: z.optional(
        z.array(filing).check(
          z.maxLength(FILINGS_MAX, code('field.filings')),
          z.refine((all) => isSmallEnough(all.map(({ baImg }) => baImg)), code('field.filing_pictures')),
        ),
      ),
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
  loginPicture: z.optional(pictureId),
})

export const languages = z.array(z.literal(LANGUAGES, code('field.languages')), code('field.language_list')).check(
  z.minLength(1, code('field.languages')),
  z.refine((codes) => new Set(codes).size === codes.length, code('field.languages')),
)

const network = z.string(code('field.network')).check(z.trim(), z.refine(isNetwork, code('field.network')))

const networks = z.array(network).check(z.maxLength(NETWORKS_MAX))

/** All that can be configured for a unit, under the names of the specification. Null: the portal's own default. */
export const unitConfiguration = z.strictObject({
  footer: z.nullable(short(FOOTER_LENGTH)),
  link: z.nullable(link),
  decorationSet: z.nullable(decoration),
  themeColor: color,
  loginJumpPage: z.nullable(jumpPage),
  autoLogin: z.boolean(),
  languageList: z.nullable(languages),
  languageFollowsBrowser: z.nullable(z.boolean()),
  loginTickitConifg: z.strictObject({
    apipath: z.nullable(ticketPath),
    name: ticketName,
  }),
  desktopName: z.nullable(filled(NAME_LENGTH)),
  desktopEnName: z.nullable(filled(NAME_LENGTH)),
  networks: z.nullable(networks),
  adminNetworks: z.nullable(networks),
  adminSecondFactor: z.nullable(z.boolean()),
})
export type UnitConfiguration = z.infer<typeof unitConfiguration>
