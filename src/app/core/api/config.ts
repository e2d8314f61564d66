import * as z from 'zod/mini'

export interface PortalConfig {
  readonly code: string
  /** Code of the application that this page is. */
  readonly appCode: string
  /** First path segment of packs and pages. */
  readonly root: string
  readonly commonVersion: string
  /** Sign-in by ticket, under the specification's name: the path, and the query parameter of a ticket. */
  readonly loginTickitConifg: { readonly apipath?: string; readonly name: string }
  /** The page after signing in, where the school does not want the desktop. */
  readonly loginJumpPage?: string
  readonly autoLogin: boolean
  /** Codes of the offered languages; checked where it is used. */
  readonly languageList?: unknown
}

const configSchema = z.object({
  code: z.optional(z.string()),
  appCode: z.optional(z.string()),
  root: z._default(z.string(), 'pages'),
  commonVersion: z._default(z.string(), '1.6.0'),
  loginTickitConifg: z._default(z.object({ apipath: z.optional(z.string()), name: z._default(z.string(), 'ticket') }), {
    name: 'ticket',
  }),
  loginJumpPage: z.optional(z.string()),
  autoLogin: z._default(z.boolean(), true),
  languageList: z.optional(z.unknown()),
})

/** Reads and checks the start-up configuration. Throws 'code cannot be empty' or 'appCode cannot be empty' as the specification words them. */
export function parseConfig(text: string | null | undefined): PortalConfig {
  const parsed = configSchema.safeParse(text ? JSON.parse(text) : {})
  const { code, appCode, ...rest } = parsed.success ? parsed.data : configSchema.parse({})
  if (!code) throw new Error('code cannot be empty')
  if (!appCode) throw new Error('appCode cannot be empty')
  return { code, appCode, ...rest }
}
