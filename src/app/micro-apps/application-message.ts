import * as z from 'zod/mini'
import { bilingualErrorText } from '../../../contract/error-texts.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'

/** What an application says of the page that it shows (section 3, app state). Longer texts are cut. */
export interface ApplicationMessage {
  /** Its own code, if any. */
  readonly appCode?: string | undefined
  /** The window's title. */
  readonly appName?: string | undefined
  /** What the header says below the unit's name; without it `appName`. */
  readonly appShortOrName?: string | undefined
  /** What the access log has after the application's name. */
  readonly curAppDetails?: string | undefined
}

/** A page of an application: its path in the fragment, with a query, and its name. */
export interface SearchKey {
  readonly path: string
  readonly name: string
  readonly query?: Readonly<Record<string, string>> | undefined
}

/** Search keys of an application; what is beyond them is left out. */
export const SEARCH_KEYS_MAX = 200
const NAME_LENGTH = 300
/** With the application's name it fits in the access log. */
const DETAILS_LENGTH = 120
const PATH_LENGTH = 500

const cut = (length: number) =>
  z.pipe(
    z.string(),
    z.transform((text: string) => text.slice(0, length)),
  )

const plainObject = z.custom<object>((value) => z.core.util.isPlainObject(value))
const message = (app: string) =>
  z.pipe(
    plainObject,
    z.object({
      appCode: z.optional(z.literal(app)),
      appName: z.optional(cut(NAME_LENGTH)),
      appShortOrName: z.optional(cut(NAME_LENGTH)),
      curAppDetails: z.optional(cut(DETAILS_LENGTH)),
    }),
  )

const searchKeys = z.array(
  z.object({
    path: z.string().check(z.regex(/^\/(?!\/)/), z.maxLength(PATH_LENGTH)),
    name: z.pipe(z.string().check(z.minLength(1)), cut(NAME_LENGTH)),
    query: z.optional(z.record(z.string(), z.string())),
  }),
)

/** Checks what an application gave. Throws PortalError 'client.application_message', whose message has the text in both languages. */
export function readApplicationMessage(given: unknown, app: string): ApplicationMessage {
  return readArgument(message(app), given, 'client.application_message')
}

/** Checks what an application gave. Throws PortalError 'client.search_keys', whose message has the text in both languages. */
export function readSearchKeys(given: unknown): readonly SearchKey[] {
  return readArgument(searchKeys, given, 'client.search_keys').slice(0, SEARCH_KEYS_MAX)
}

/** No user meets the error: it names the mistake for the application's author. */
function readArgument<T>(schema: z.ZodMiniType<T>, given: unknown, code: ErrorCode): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const error = new PortalError(code, { cause: parsed.error })
  error.message = bilingualErrorText(code)
  throw error
}
