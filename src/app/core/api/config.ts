import * as z from 'zod/mini'

export type PortalConfig = Readonly<ReturnType<typeof parseConfig>>

const configSchema = z.object({
  code: z.optional(z.string()),
  /** Code of the application that this page is. */
  appCode: z.optional(z.string()),
  /** First path segment of packs and pages. */
  root: z._default(z.string(), 'pages'),
  commonVersion: z._default(z.string(), '1.6.0'),
  /** Sign-in by ticket, under the specification's name: the path, and the query parameter of a ticket. */
  loginTickitConifg: z._default(z.object({ apipath: z.optional(z.string()), name: z._default(z.string(), 'ticket') }), {
    name: 'ticket',
  }),
  /** The page after signing in, where the school does not want the desktop. */
  loginJumpPage: z.optional(z.string()),
  autoLogin: z._default(z.boolean(), true),
  /** Codes of the offered languages; checked where it is used. */
  languageList: z.optional(z.unknown()),
})

/** Reads and checks the start-up configuration. Throws 'code cannot be empty' or 'appCode cannot be empty' as the specification words them. */
export function parseConfig(text: string | null | undefined) {
  const parsed = configSchema.safeParse(text ? JSON.parse(text) : {})
  const { code, appCode, ...rest } = parsed.success ? parsed.data : configSchema.parse({})
  if (!code) throw new Error('code cannot be empty')
  if (!appCode) throw new Error('appCode cannot be empty')
  return { code, appCode, ...rest }
}
