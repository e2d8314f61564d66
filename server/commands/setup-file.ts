import { readFile, stat } from 'node:fs/promises'
import { isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml'
import * as z from 'zod/mini'
import { GROUP_CODES } from '../../contract/endpoints/desktop/desktop.ts'
import { PERSON_NAME_LENGTH, setupAccount, setupUnit, UNIT_NAME_LENGTH } from '../../contract/endpoints/units/setup.ts'
import { HOST_LENGTH, mailSecurity } from '../../contract/endpoints/sign-in/sign-in-admin.ts'
import {
  FILING_LENGTH,
  FOOTER_LENGTH,
  help,
  LINK_LENGTH,
  SCENES,
  short,
} from '../../contract/endpoints/units/unit-configuration.ts'
import { calendarDay, code, filled, integer } from '../../contract/fields.ts'
import { EMAIL_LENGTH } from '../../contract/limits.ts'
import { isEmail } from '../../contract/rules/fields/email.ts'
import { isLink } from '../../contract/rules/fields/link.ts'
import { isHost, isWebAddress } from '../../contract/rules/fields/web-address.ts'
import { OWN_SCOPES } from '../../contract/rules/own-scopes.ts'
import { DEFAULT_APPLICATIONS } from '../modules/units/defaults/unit-defaults.ts'
import { errorCode, StartError } from '../runtime/errors.ts'
import { createHttpApplications, type HttpApplications } from '../runtime/http-applications.ts'
import { expected } from './settings-of-arguments.ts'

const FILE_BYTES = 256 * 1024
export const CLIENTS_MAX = 8
/** Keys of what must not be in a file that is mailed and copied. */
const SECRET_KEY = /pass(word|wd|phrase|code)|secret|token|credential/i

const account = z.strictObject({ ...setupAccount.shape, englishName: z._default(setupAccount.shape.englishName, '') })

const LICENCES_MAX = 50
const APPLICATIONS_MAX = 100
const distinctCodes = z.refine<{ readonly code: string }[]>(
  (all) => new Set(all.map((one) => one.code)).size === all.length,
  code('request.invalid'),
)
const names = { name: filled(UNIT_NAME_LENGTH), englishName: filled(UNIT_NAME_LENGTH) }
const moduleCode = z.string().check(z.regex(/^[a-z][a-z\d-]{0,63}$/))
/** Years ago, and ahead. */
const DAYS_MOST = 36_500

const footer = z.strictObject({
  text: z._default(short(FOOTER_LENGTH), ''),
  link: z.optional(short(LINK_LENGTH).check(z.refine(isWebAddress, code('field.web_address')))),
  copyright: z._default(short(FOOTER_LENGTH), ''),
  /** The two numbers that Chinese law asks of a public site. */
  icp: z._default(short(FILING_LENGTH), ''),
  police: z._default(short(FILING_LENGTH), ''),
  /** Where the link to the help centre leads. */
  help: z.optional(help),
})

const licence = z
  .strictObject({
    code: moduleCode,
    ...names,
    /** The last day. */
    endsOn: z.optional(calendarDay),
    /** In its place: days from the set-up, negative for one that has run out. */
    days: z.optional(integer({ least: -DAYS_MOST, most: DAYS_MOST })),
    /** Runs under another operator's brand. */
    otherBrand: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ endsOn, days }) => (endsOn === undefined) !== (days === undefined), {
      error: code('field.required'),
      path: ['endsOn'],
    }),
  )

const application = z.strictObject({
  code: moduleCode.check(
    z.refine((given) => DEFAULT_APPLICATIONS.every((known) => known.code !== given), code('setup.application_taken')),
  ),
  ...names,
  shortName: z.optional(filled(UNIT_NAME_LENGTH)),
  englishShortName: z.optional(filled(UNIT_NAME_LENGTH)),
  group: z.literal(GROUP_CODES),
  /** Of another site; without it the module of the code opens. */
  link: z.optional(short(2048).check(z.refine(isLink, code('application.link')))),
  /** The licence that it needs; by default the portal's. */
  licence: z.optional(moduleCode),
  icon: z.optional(moduleCode),
  for: z.array(z.literal(['student', 'teacher', 'parent', 'staff'])).check(z.minLength(1)),
  on: z._default(z.boolean(), true),
  /** The application in front of which it stands; by default it is the last one. */
  before: z.optional(moduleCode),
})

const setupFile = z.strictObject({
  operator: z.optional(account),
  administrator: account,
  unit: z.strictObject({
    ...setupUnit.shape,
    year: z.optional(setupUnit.shape.year),
    themeColor: z.optional(setupUnit.shape.themeColor),
    /** A picture, relative to the file. */
    logo: z.optional(filled(1024)),
    principal: z.optional(filled(PERSON_NAME_LENGTH)),
    /** Beside the login form. */
    scene: z.optional(z.literal(SCENES)),
    footer: z.optional(footer),
    /** What addresses may sign people in with. */
    signInByAddress: z._default(z.array(z.literal(['accessToken', 'userClient', 'ticket'])), []),
    /** The bell shows a dot instead of a count. */
    messageDot: z._default(z.boolean(), false),
  }),
  /** By default the portal's modules, without an end. */
  licences: z.optional(z.array(licence).check(z.minLength(1), z.maxLength(LICENCES_MAX), distinctCodes)),
  /** Besides those that every unit has. */
  applications: z._default(z.array(application).check(z.maxLength(APPLICATIONS_MAX), distinctCodes), []),
  mail: z.optional(
    z.strictObject({
      host: filled(HOST_LENGTH).check(z.refine(isHost, code('field.host'))),
      port: integer({ least: 1, most: 65_535 }, 'field.port'),
      secure: mailSecurity,
      username: z._default(z.string().check(z.maxLength(EMAIL_LENGTH)), ''),
      fromAddress: filled(EMAIL_LENGTH).check(z.refine(isEmail, code('field.email'))),
    }),
  ),
  clients: z._default(
    z
      .array(
        z.strictObject({
          id: z.string().check(z.regex(/^[A-Za-z0-9._~-]{1,128}$/)),
          name: filled(100),
          englishName: filled(100),
          scopes: z.array(z.literal(OWN_SCOPES)).check(z.minLength(1)),
        }),
      )
      .check(
        z.maxLength(CLIENTS_MAX),
        z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, code('request.invalid')),
      ),
    [],
  ),
})
export type SetupFile = z.infer<typeof setupFile>

type Path = readonly PropertyKey[]

/** `at`: a line of text for a problem at a key, with file and line. */
export interface ReadSetup {
  readonly file: SetupFile
  readonly at: (path: Path, problem: string) => string
}

/** Reads and checks a file of `npm run setup`; `http`: where the operator allows applications on plain http. Throws StartError with a line for each problem: file, line, key and what would be right. */
export async function readSetupFile(
  path: string,
  shown = path,
  http: HttpApplications = createHttpApplications(),
): Promise<ReadSetup> {
  const lines = new LineCounter()
  const document = parseDocument(await readText(path, shown), { lineCounter: lines, prettyErrors: false })
  const lineAt = (offset: number) => lines.linePos(offset).line
  if (document.errors.length > 0)
    throw new StartError(
      document.errors
        .map(({ pos, message }) => `${shown}:${lineAt(pos[0])}: ${message}.`.replace(/\.\.$/, '.'))
        .join('\n'),
    )
  const at = (key: Path, problem: string) =>
    `${shown}:${lineAt(offsetOf(document, key))}: ${key.length === 0 ? '' : `${key.join('.')}: `}${problem}.`
  const secrets = findSecrets(document.contents)
  if (secrets.length > 0) throw new StartError(secrets.map((key) => at(key, SECRET_FOUND)).join('\n'))
  const parsed = setupFile.safeParse(document.toJS({ maxAliasCount: 20 }))
  if (!parsed.success)
    throw new StartError(parsed.error.issues.flatMap((issue) => describe(issue, document, at)).join('\n'))
  const refused = parsed.data.applications.flatMap(({ link = '' }, index) =>
    new URL(link, 'https://none.invalid').protocol === 'http:' && !http.allows(link)
      ? [at(['applications', index, 'link'], HTTP_REFUSED)]
      : [],
  )
  if (refused.length > 0) throw new StartError(refused.join('\n'))
  return { file: parsed.data, at }
}

const HTTP_REFUSED = 'It is on plain http: it must begin with https://, unless PORTAL_HTTP_APPLICATIONS names its host'

const SECRET_FOUND =
  'Passwords and secrets come from the environment (PORTAL_OPERATOR_PASSWORD, PORTAL_ADMIN_PASSWORD, PORTAL_CLIENT_SECRET, PORTAL_MAIL_PASSWORD); remove it from the file'

async function readText(path: string, shown: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > FILE_BYTES) throw new StartError(`${shown} is too large for a set-up file.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The file ${shown} cannot be read (${errorCode(error)}).`, { cause: error })
  }
}

/** The paths of keys that name a secret. */
function findSecrets(node: unknown, path: Path = []): Path[] {
  if (isSeq(node)) return node.items.flatMap((item, at) => findSecrets(item, [...path, at]))
  if (!isMap(node)) return []
  return node.items.flatMap((pair) => {
    const key = keyOf(pair)
    const here = [...path, key]
    return SECRET_KEY.test(key) ? [here] : findSecrets(pair.value, here)
  })
}

function keyOf(pair: unknown): string {
  return isPair(pair) ? String(isScalar(pair.key) ? pair.key.value : pair.key) : ''
}

/** Of the key at a path, or of what is nearest above it. */
function offsetOf(document: Document.Parsed, path: Path): number {
  let node: unknown = document.contents
  let offset = 0
  for (const step of path) {
    if (isSeq(node)) node = node.items[Number(step)]
    else if (isMap(node)) {
      const pair = node.items.find((one) => keyOf(one) === String(step))
      if (!pair) return offset
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
      continue
    } else return offset
    if (isMap(node) || isScalar(node)) offset = node.range?.[0] ?? offset
  }
  return offset
}

function describe(issue: z.core.$ZodIssue, document: Document.Parsed, at: ReadSetup['at']): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => at([...issue.path, key], 'There is no such key'))
  if (!document.hasIn(issue.path)) return [at(issue.path, 'It is missing')]
  return [at(issue.path, expected(issue))]
}
