import * as z from 'zod/mini'

export type EnvironmentKind = 'native-app' | 'desktop-client' | 'wecom' | 'wechat' | 'development' | 'browser'

const hook = <T extends (...given: never[]) => void>() =>
  z.optional(z.custom<T>((value) => typeof value === 'function'))
const hostSchema = z.object({
  kind: z.literal(['native-app', 'desktop-client']),
  /** The registered client of this device, with which the native app signs in at the start and renews an expired session. */
  userClientId: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  /** The host's own name for its device. It goes with an external sign-in, and on to the binding page. */
  deviceId: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  /** The user left, or could not be signed in: the app shows its own login. */
  onLogout: hook<() => void>(),
  /** A session was lost at work, on the page at `address`. */
  onLoginLost: hook<(address: string) => void>(),
  /** Opens `address`, the relogin page, in a window of the client. Without it the page opens one itself. */
  openRelogin: hook<(address: string) => void>(),
  /** The host's own help; without it the page opens the unit's help centre. */
  openHelp: hook<() => void>(),
})
/**
 * The object that a native app or a desktop client may set on the window as `portalHost` before the document is parsed, to identify itself and get
 * events of the login. Only `kind` is required.
 */
type PortalHost = Readonly<z.infer<typeof hostSchema>>

export interface Environment {
  readonly kind: EnvironmentKind
  readonly host: PortalHost | null
  /** Native app and desktop client have their own sign-out. */
  readonly hidesLogout: boolean
}

/** WeCom's user agent contains WeChat's token too, so it is tested first. */
const USER_AGENTS: readonly (readonly [RegExp, EnvironmentKind])[] = [
  [/\bPortalApp\//, 'native-app'],
  [/\b(?:PortalDesktop|Electron)\//, 'desktop-client'],
  [/\bwxwork\//i, 'wecom'],
  [/\bMicroMessenger\//i, 'wechat'],
]

/** The environment by user agent and bridge object; an invalid object counts as none. Never throws. */
export function detectEnvironment(userAgent: string, portalHost: unknown, development: boolean): Environment {
  const host = readHost(portalHost)
  const named = USER_AGENTS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const kind = host?.kind ?? named ?? (development ? 'development' : 'browser')
  return { kind, host, hidesLogout: kind === 'native-app' || kind === 'desktop-client' }
}

function readHost(given: unknown): PortalHost | null {
  try {
    const parsed = hostSchema.safeParse(given)
    return parsed.success ? guardHost(parsed.data, given) : null
  } catch {
    // A getter of the host threw.
    return null
  }
}

/** Calls the hooks on the host's own object; an error thrown by one is reported and must not end the login. */
function guardHost(parsed: PortalHost, owner: unknown): PortalHost {
  const guard = <A extends unknown[]>(call: ((...given: A) => void) | undefined) =>
    call &&
    ((...given: A): void => {
      try {
        call.apply(owner, given)
      } catch (error) {
        reportError(error)
      }
    })
  return {
    ...parsed,
    onLogout: guard(parsed.onLogout),
    onLoginLost: guard(parsed.onLoginLost),
    openRelogin: guard(parsed.openRelogin),
    openHelp: guard(parsed.openHelp),
  }
}

let current: Environment | undefined

export function environment(): Environment {
  current ??= detectEnvironment(navigator.userAgent, Reflect.get(window, 'portalHost'), import.meta.env.DEV)
  return current
}
