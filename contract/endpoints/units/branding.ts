import * as z from 'zod/mini'
import { accountName, code, filled, id, moment, names, text, wholeNumber } from '../../fields.ts'
import { get, postFile, postJson, shownBytes } from '../../endpoint.ts'
import { PICKER_FONT_SIZES, PICKER_FONTS } from '../../limits.ts'
import { recordVersion } from '../../record-version.ts'
import { isWebAddress } from '../../rules/fields/web-address.ts'
import { pictureId } from './tenant.ts'
import {
  color,
  FILING_LENGTH,
  FOOTER_LENGTH,
  help,
  LINK_LENGTH,
  MOTTO_LENGTH,
  NAME_LENGTH,
  orNone,
  SCENES,
  short,
} from './unit-configuration.ts'

/** Published brandings of one answer. */
export const BRANDINGS_PAGE = 20
/** Bytes of a picture as it is sent; the server makes it smaller. */
export const BRANDING_PICTURE_MAX = 8 * 1024 * 1024
/** What an education office may share of its branding. Names and filings are each school's own. */
export const SHARED_PARTS = ['logo', 'themeColor', 'scene', 'motto', 'footer', 'help'] as const
/** 'offered': a school takes it or has its own. 'required': all schools show it. */
export const SHARING_MODES = ['offered', 'required'] as const
export const BRANDING_PICTURE_FORMATS = ['png', 'jpeg', 'webp'] as const

const link = short(LINK_LENGTH).check(
  z.refine((address) => isWebAddress(address.replace(/#.*$/, '')), code('field.web_address')),
)
const sharingMode = z.optional(z.literal(SHARING_MODES))

/** How a unit presents itself: its names, and what is stored as its logo, colour, footer and decoration set. */
export const branding = z.object({
  name: filled(NAME_LENGTH),
  englishName: filled(NAME_LENGTH),
  /** Null: a neutral crest. */
  logo: z.nullable(pictureId),
  themeColor: color,
  scene: z.literal(SCENES),
  /** In place of the scene. */
  picture: z.nullable(pictureId),
  motto: short(MOTTO_LENGTH),
  mottoStyle: z.object({
    color,
    fontSize: z.literal(PICKER_FONT_SIZES),
    fontFamily: z.literal(PICKER_FONTS),
  }),
  footerShown: z.boolean(),
  copyright: short(FOOTER_LENGTH),
  footer: short(FOOTER_LENGTH),
  link: orNone(link),
  /** The two numbers that Chinese law asks of a public site; '' without. */
  icp: short(FILING_LENGTH),
  police: short(FILING_LENGTH),
  helpShown: z.boolean(),
  helpUrl: orNone(help),
  /** Who has chosen no language begins with the browser's, where it is one of the unit's. */
  languageFollowsBrowser: z.boolean(),
  /** Of an education office: what its schools get of this branding. */
  sharing: z.strictObject({
    logo: sharingMode,
    themeColor: sharingMode,
    scene: sharingMode,
    motto: sharingMode,
    footer: sharingMode,
    help: sharingMode,
  }),
  /** Of a school: what it takes of what its office offers. */
  taken: z.array(z.literal(SHARED_PARTS)).check(z.maxLength(SHARED_PARTS.length)),
})
export type Branding = z.infer<typeof branding>

/** As it is stored, which may be by an older portal: not necessarily valid as it is written now. */
export const storedBranding = z.object({
  ...branding.shape,
  ...names,
  link: z.string(),
  helpUrl: z.string(),
})

/** A draft may be unfinished: addresses and names are checked when it is published. */
const draft = z.object({
  ...branding.shape,
  name: short(NAME_LENGTH),
  englishName: short(NAME_LENGTH),
  link: short(LINK_LENGTH),
  helpUrl: short(LINK_LENGTH),
})

const author = z.nullable(accountName)

/** What can come from a school's office. */
export const sharedValues = z.partial(
  z.omit(storedBranding, {
    name: true,
    englishName: true,
    icp: true,
    police: true,
    languageFollowsBrowser: true,
    sharing: true,
    taken: true,
  }),
)

/** What a school's office has published for it. */
export const areaBranding = z.object({
  ...names,
  modes: storedBranding.shape.sharing,
  /** The fields of these parts. */
  values: sharedValues,
})
export type AreaBranding = z.infer<typeof areaBranding>

const brandingState = z.object({
  /** The unit's own; visitors see it with what comes from its office. */
  published: storedBranding,
  /** Null without an office, and where that shares nothing. */
  area: z.nullable(areaBranding),
  /** How many schools an education office has; null for a school. */
  schools: z.nullable(z.number()),
  /** The administrators' common draft; null without one. */
  draft: z.nullable(z.object({ branding: storedBranding, savedAt: moment, by: author })),
  version: recordVersion,
  /** Does not become less with changes, so that the later of two states is known. */
  revision: z.int(),
  /** The picture that stands for no logo. */
  crest: pictureId,
})
export type BrandingState = z.infer<typeof brandingState>

const ordinary = { permission: 'base_unit', risk: 'ordinary' } as const
const saves = { ...ordinary, saves: brandingState } as const

export const read = get({
  ...ordinary,
  name: 'branding.read',
  path: '/api/base/branding/read',
  response: brandingState,
})

export const saveDraft = postJson({
  ...saves,
  name: 'branding.saveDraft',
  path: '/api/base/branding/save_draft',
  request: z.object({ branding: draft, version: recordVersion }),
})

export const discardDraft = postJson({
  ...saves,
  name: 'branding.discardDraft',
  path: '/api/base/branding/discard_draft',
  request: z.object({ version: recordVersion }),
})

/** Publishes a branding, which ends the draft. */
export const publish = postJson({
  ...saves,
  name: 'branding.publish',
  path: '/api/base/branding/publish',
  request: z.extend(branding, { version: recordVersion }),
})

/** Publishes an earlier branding again. A draft stays. */
export const restore = postJson({
  ...saves,
  name: 'branding.restore',
  path: '/api/base/branding/restore',
  request: z.object({ versionId: id, version: recordVersion }),
})

const version = z.object({
  versionId: id,
  number: z.int(),
  at: moment,
  /** Null: by a command or at the set-up, or the account was erased. */
  by: author,
  /** The number of the version that was published again. */
  restored: z.nullable(z.int()),
  branding: storedBranding,
})
export type BrandingVersion = z.infer<typeof version>

/** What was published, the newest first, a page from before the version `before`. */
export const history = get({
  ...ordinary,
  name: 'branding.history',
  path: '/api/base/branding/history',
  request: z.object({ before: z.optional(wholeNumber(1, 2_000_000_000)) }),
  response: z.array(version),
})

/** Takes a picture for a draft: checked by its content, without its metadata, and reduced. */
export const savePicture = postFile({
  ...ordinary,
  name: 'branding.savePicture',
  path: '/api/base/branding/save_picture',
  bodyLimit: BRANDING_PICTURE_MAX + 64 * 1024,
  request: z.object({ kind: z.literal(['logo', 'picture']), name: z.optional(text(255)) }),
  response: z.object({ picture: pictureId }),
})

/** A picture of a draft or of a version. */
export const picture = get({
  ...ordinary,
  name: 'branding.picture',
  path: '/api/base/branding/picture/{picture}',
  ...shownBytes,
  request: z.object({ picture: pictureId }),
})

/** The address of such a picture. */
export const brandingPictureAddress = (shown: string) => `/api/base/branding/picture/${shown}`
