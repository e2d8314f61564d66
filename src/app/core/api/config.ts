import * as z from 'zod/mini'

/** The start-up configuration; delivered in the document as JSON. */
export interface PortalConfig {
  /** Code of the portal's front-end package, used in the addresses of language packs and versions. */
  readonly code: string
  /** Code of the application that this page is. */
  readonly appCode: string
  /** First path segment of packs and pages. */
  readonly root: string
  /** Version in the addresses of shared plugins. */
  readonly commonVersion: string
  /** Sign-in by ticket, under the name that the specification gives it: the path that is asked, and the query parameter that carries a ticket. */
  readonly loginTickitConifg: { readonly apipath?: string; readonly name: string }
  /** The page to go to after signing in, where the school does not want the desktop. */
  readonly loginJumpPage?: string
  /** Whether name and password that a device remembers sign in by themselves. */
  readonly autoLogin: boolean
  /** Codes of the languages to choose from, where a school wants another list; whoever reads it checks that it is one. */
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
