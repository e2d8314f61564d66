import type { SignInMethods } from '../../../../../contract/endpoints/units/tenant.ts'
import { AUTO_LOGIN_ATTEMPTS } from '../../../../../contract/limits.ts'
import { pageOf } from '../../../../../contract/pages.ts'
import { checkLoginForm, type LoginForm } from '../../../../../contract/rules/sign-in/login.ts'
import { type EnvironmentKind, environment } from './environment.ts'
import { autoLoginCountKey, loggedOutKey, rememberedKey } from '../../storage/local-keys.ts'
import { startUp } from '../../tenant/start-up.ts'
import { requestParameter } from '../request-parameter.ts'
import { documentUnit } from '../../tenant/unit.ts'
import type { UrlSecrets } from './url-secrets.ts'

export type Flow =
  | { readonly kind: 'authorize'; readonly clientId: string }
  | { readonly kind: 'user-client'; readonly userClientId: string }
  | { readonly kind: 'password'; readonly form: LoginForm }
  | { readonly kind: 'access-token'; readonly accessToken: string }
  | { readonly kind: 'ticket'; readonly ticket: string }
  /** Without code and token: the provider returned an error. `iss`: the issuer named in the response. */
  | {
      readonly kind: 'social'
      readonly state: string
      readonly code: string | null
      readonly token: string | null
      readonly iss: string | null
      /** The code of the provider's error, null without one. */
      readonly error: string | null
    }
  /** The address carries only what the unit does not allow. */
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'wechat'; readonly provider: 'qy' | 'mp' }
  | { readonly kind: 'remembered' }
  | { readonly kind: 'form' }

export interface FlowChoice {
  readonly path: string
  /** The original query, secrets included. */
  readonly query: URLSearchParams
  readonly environment: EnvironmentKind
  readonly stored: {
    /** This device remembers a name and password. */
    readonly remembers: boolean
    readonly loggedOut: boolean
    /** Automatic attempts since the last success. */
    readonly attempts: number
  }
  /** The sign-in methods that the unit allows an address to carry. */
  readonly methods: SignInMethods
  readonly ticketName: string
  readonly autoLogin: boolean
  /** Whether the user has to sign in or to choose the account by themselves. */
  readonly asksThePerson?: boolean
  /** Methods without a result on this page, which are skipped. */
  readonly tried?: readonly Flow['kind'][]
}

/**
 * Chooses the sign-in method, in the order of the specification (section 4, login flow choice). A method of the address that the unit does not allow
 * gives way to another one of the address, and is refused without it.
 */
export function chooseFlow(choice: FlowChoice): Flow {
  const { path, query, stored, methods, ticketName, autoLogin, asksThePerson = false, tried = [] } = choice
  // An empty parameter counts as absent.
  const given = (name: string) => query.get(name)?.trim() || null

  const clientId = given('client_id')
  if (clientId && pageOf(path)?.kind === 'authorize' && !tried.includes('authorize'))
    return { kind: 'authorize', clientId }

  const userClientId = given('cid')
  if (userClientId && methods.userClient) return { kind: 'user-client', userClientId }

  const typed = checkLoginForm({ username: given('username') ?? '', password: given('password') ?? '' })
  if (typed.ok && methods.password) return { kind: 'password', form: typed.form }

  const accessToken = given('accessToken')
  if (accessToken && methods.accessToken) return { kind: 'access-token', accessToken }

  const ticket = given(ticketName)
  if (ticket) return { kind: 'ticket', ticket }

  const state = given('state')
  const [code, token, iss] = [given('code'), given('token'), given('iss')]
  if (state && (code ?? token)) return { kind: 'social', state, code, token, iss, error: null }
  const error = given('error')
  if (state && error && pageOf(path)?.kind === 'login')
    return { kind: 'social', state, code: null, token: null, iss, error }

  if (userClientId || typed.ok || accessToken) return { kind: 'not-allowed' }

  const wechat = choice.environment === 'wecom' ? 'qy' : choice.environment === 'wechat' ? 'mp' : null
  if (wechat && !tried.includes('wechat')) return { kind: 'wechat', provider: wechat }

  const { remembers, loggedOut, attempts } = stored
  if (autoLogin && !asksThePerson && remembers && !loggedOut && attempts < AUTO_LOGIN_ATTEMPTS)
    return { kind: 'remembered' }
  return { kind: 'form' }
}

/** Whether the address itself requests this method, on any page. */
export function isAskedByAddress({ kind }: Flow): boolean {
  return kind !== 'wechat' && kind !== 'remembered' && kind !== 'form'
}

/** The sign-in method of this page, with the secrets from its address. `tried`: methods without a result. */
export function currentFlow(secrets: UrlSecrets | null, tried: readonly Flow['kind'][] = []): Flow {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(secrets ?? {})) query.set(name, value)
  return chooseFlow({
    path: location.pathname,
    query,
    environment: environment().kind,
    stored: {
      remembers: rememberedKey.get() ?? false,
      loggedOut: loggedOutKey.get() ?? false,
      attempts: autoLoginCountKey.get() ?? 0,
    },
    methods: documentUnit()?.signInWays ?? {},
    ticketName: startUp().ticketName,
    autoLogin: startUp().autoLogin,
    asksThePerson:
      /login|select_account/.test(requestParameter('prompt', location.search)) ||
      requestParameter('max_age', location.search) !== '',
    tried,
  })
}
