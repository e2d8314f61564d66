import * as z from 'zod/mini'

export type PortalConfig = Readonly<ReturnType<typeof parseConfig>>

const configSchema = z.object({
  code: z.optional(z.string()),
  /** Code of the application that this page is. */
  appCode: z.optional(z.string()),
  /** First path segment of packs and pages. */
  root: z._default(z.string(), 'pages'),
  commonVersion: z._default(z.string(), '1.6.0'),
  /** The language object: texts by language and namespace, used in place of the language's packs. */
  language: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
})

/** Reads and checks what the build fixes of the start-up configuration; the rest is the unit's (`core/tenant/start-up.ts`). Throws 'code cannot be empty' or 'appCode cannot be empty' as the specification words them. */
export function parseConfig(text: string | null | undefined) {
  const parsed = configSchema.safeParse(text ? JSON.parse(text) : {})
  const { code, appCode, ...rest } = parsed.success ? parsed.data : configSchema.parse({})
  if (!code) throw new Error('code cannot be empty')
  if (!appCode) throw new Error('appCode cannot be empty')
  return { code, appCode, ...rest }
}
