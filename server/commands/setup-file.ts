import { readFile, stat } from 'node:fs/promises'
import { isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml'
import * as z from 'zod/mini'
import { setupAccount, setupUnit } from '../../contract/endpoints/setup.ts'
import { HOST_LENGTH, mailSecurity } from '../../contract/endpoints/sign-in/sign-in-admin.ts'
import { code, filled, integer } from '../../contract/fields.ts'
import { EMAIL_LENGTH } from '../../contract/limits.ts'
import { isEmail } from '../../contract/rules/fields/email.ts'
import { isHost } from '../../contract/rules/fields/web-address.ts'
import { OWN_SCOPES } from '../../contract/rules/own-scopes.ts'
import { errorCode, StartError } from '../runtime/errors.ts'
import { expected } from './settings-of-arguments.ts'

const FILE_BYTES = 256 * 1024
export const CLIENTS_MAX = 8
/** Keys of what must not be in a file that is mailed and copied. */
const SECRET_KEY = /pass(word|wd|phrase|code)|secret|token|credential/i

const account = z.strictObject({ ...setupAccount.shape, englishName: z._default(setupAccount.shape.englishName, '') })

const setupFile = z.strictObject({
  operator: z.optional(account),
  administrator: account,
  unit: z.strictObject({
    ...setupUnit.shape,
    year: z.optional(setupUnit.shape.year),
    themeColor: z.optional(setupUnit.shape.themeColor),
    /** A picture, relative to the file. */
    logo: z.optional(filled(1024)),
  }),
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

/** Reads and checks a file of `npm run setup`. Throws StartError with a line for each problem: file, line, key and what would be right. */
export async function readSetupFile(path: string, shown = path): Promise<ReadSetup> {
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
  return { file: parsed.data, at }
}

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
