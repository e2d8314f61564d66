import * as z from 'zod/mini'
import { code, filled, text } from '../../fields.ts'
import { postJson } from '../../endpoint.ts'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../../limits.ts'
import { isHexColor } from '../../rules/appearance/oklab.ts'
import { webHostOf } from '../../rules/fields/web-address.ts'
import { schoolYear } from '../../school-year.ts'
import { HOST_LENGTH, mailForm } from '../sign-in/sign-in-admin.ts'

// The first run: the operator's account, the first unit and its administrator, by the code of a set-up link. The file of `npm run setup` has the same parts.

export const UNIT_NAME_LENGTH = 64
export const PERSON_NAME_LENGTH = 64
export const CAMPUSES_MAX = 20
export const HOSTS_MAX = 8
/** Characters of a picture in a data address, so that the whole request stays as small as those of other callers without a session. */
export const LOGO_LENGTH = 48_000
const CODE_LENGTH = 64

const named = z.strictObject({ name: filled(UNIT_NAME_LENGTH), englishName: filled(UNIT_NAME_LENGTH) })
/** The host of an address, as units are found by it. */
export const host = z.string().check(
  z.maxLength(HOST_LENGTH, code('field.portal_host')),
  z.refine((name) => webHostOf(name) !== null, code('field.portal_host')),
  z.overwrite((name) => webHostOf(name) ?? name),
)

/** The main one first. */
export const unitHosts = z.array(host).check(z.minLength(1, code('field.required')), z.maxLength(HOSTS_MAX))

export const setupUnit = z.strictObject({
  type: z.literal(['school', 'area']),
  ...named.shape,
  hosts: unitHosts,
  campuses: z.array(named).check(z.minLength(1, code('field.required')), z.maxLength(CAMPUSES_MAX)),
  year: schoolYear,
  themeColor: z.string().check(z.refine(isHexColor, code('field.color'))),
})
export type SetupUnit = z.infer<typeof setupUnit>

/** Of the operator, or of a unit's administrator. */
export const setupAccount = z.strictObject({
  loginName: filled(LOGIN_NAME_LENGTH).check(z.regex(/^\S+$/, code('field.login_name'))),
  name: filled(PERSON_NAME_LENGTH),
  englishName: text(PERSON_NAME_LENGTH),
})
export type SetupAccount = z.infer<typeof setupAccount>

/** With the first password. */
export const setupAdministrator = z.strictObject({ ...setupAccount.shape, password: text(PASSWORD_LENGTH) })
/** A data address of a PNG, JPEG or WebP. */
export const setupLogo = z.optional(
  z.string().check(z.maxLength(LOGO_LENGTH), z.regex(/^data:image\/(png|jpeg|webp);base64,[\w+/=]+$/)),
)
const setupCode = filled(CODE_LENGTH)

/** Whether the code of a set-up link still works; it is not used up. */
export const checkSetup = postJson({
  name: 'setup.check',
  path: '/api/setup/check',
  access: 'public',
  request: z.strictObject({ code: setupCode }),
})

/** Sets the portal up, and uses the code up; all or nothing. */
export const completeSetup = postJson({
  name: 'setup.complete',
  path: '/api/setup/complete',
  access: 'public',
  request: z.strictObject({
    code: setupCode,
    operator: setupAdministrator,
    unit: setupUnit,
    administrator: setupAdministrator,
    logo: setupLogo,
    mail: z.optional(mailForm),
  }),
  response: z.object({
    /** The unit's host, at which its administrator signs in. */
    host: z.string(),
    /** Where operators sign in: at a host of their own, or at a port of any host. */
    operators: z.object({ host: z.nullable(z.string()), port: z.nullable(z.number()) }),
  }),
})
