import type { AdminMail, AdminProvider, MailForm, saveProvider } from '../../endpoints/sign-in/sign-in-admin.ts'
import type { ErrorCode } from '../../errors.ts'
import type { RequestOf } from '../../endpoint.ts'
import type { FieldProblem } from '../fields/field-problems.ts'
import { isWebAddress } from '../fields/web-address.ts'

/** As each kind documents them, for addresses and scopes that are left empty. */
export const PROVIDER_DEFAULTS = {
  oidc: { baseUrl: '', apiUrl: '', scopes: 'openid profile' },
  wechat_web: { baseUrl: 'https://open.weixin.qq.com', apiUrl: 'https://api.weixin.qq.com', scopes: 'snsapi_login' },
  wechat_mp: { baseUrl: 'https://open.weixin.qq.com', apiUrl: 'https://api.weixin.qq.com', scopes: 'snsapi_base' },
  wecom: { baseUrl: 'https://open.weixin.qq.com', apiUrl: 'https://qyapi.weixin.qq.com', scopes: 'snsapi_base' },
} as const

type Addresses = Pick<RequestOf<typeof saveProvider>, 'kind' | 'baseUrl' | 'apiUrl'>

/** Where the secret of a provider is sent to. A slash at the end says nothing: of an issuer too the same document is read. */
export function secretAddress({ kind, baseUrl, apiUrl }: Addresses): string {
  return withoutSlash(kind === 'oidc' ? baseUrl.trim() : apiUrl.trim() || PROVIDER_DEFAULTS[kind].apiUrl)
}

/** What stands for the organisation in the issuer of a provider for many (Microsoft Entra). */
export const TENANT_PLACE = '{tenantid}'

/** Whether an address is for the accounts of many organisations, as far as can be told before its document is read. */
export function isForManyTenants(
  { baseUrl }: Pick<Addresses, 'baseUrl'>,
  stored: Pick<AdminProvider, 'baseUrl' | 'issuer'> | null,
): boolean {
  const isStored = stored !== null && withoutSlash(stored.baseUrl) === withoutSlash(baseUrl.trim())
  if (isStored && stored.issuer !== '') return stored.issuer.includes(TENANT_PLACE)
  return /\/(?:common|organizations)(?:\/|$)/.test(baseUrl.trim())
}

export function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

/** Whether a provider has a secret that must be given again, because another address would get it. */
export function needsSecretAgain(given: Addresses, stored: StoredProvider | null): boolean {
  return stored?.secretSet === true && secretAddress(given) !== secretAddress(stored)
}

type StoredProvider = Pick<AdminProvider, 'kind' | 'baseUrl' | 'apiUrl' | 'secretSet'>

/** `stored`: null for a new one. */
export function checkProvider(
  given: Omit<RequestOf<typeof saveProvider>, 'version'>,
  stored: StoredProvider | null,
): FieldProblem[] {
  const { kind, name, englishName, clientId, clientSecret = '', agentId, baseUrl, apiUrl } = given
  const isOpenId = kind === 'oidc'
  const checked: readonly (readonly [field: string, code: ErrorCode | false])[] = [
    ['name', isBlank(name) && 'field.required'],
    ['englishName', isBlank(englishName) && 'field.required'],
    ['baseUrl', isOpenId && isBlank(baseUrl) ? 'field.required' : addressProblem(baseUrl)],
    ['clientId', isBlank(clientId) && 'field.required'],
    ['agentId', kind === 'wecom' && isBlank(agentId) && 'field.required'],
    ['clientSecret', isBlank(clientSecret) && secretProblem(given, stored)],
    ['apiUrl', !isOpenId && addressProblem(apiUrl)],
  ]
  return checked.flatMap(([field, code]) => (code === false ? [] : [{ field, code }]))
}

function secretProblem(given: Addresses, stored: StoredProvider | null): ErrorCode | false {
  if (needsSecretAgain(given, stored)) return 'field.secret_again'
  // An OpenID provider may treat the portal as a public client, which has no secret.
  return given.kind !== 'oidc' && stored?.secretSet !== true && 'field.required'
}

/** From the weakest; STARTTLS is required where it is chosen. */
const SECURITIES = ['none', 'starttls', 'tls'] as const

type MailAccount = Pick<MailForm, 'host' | 'secure' | 'username'>
type StoredMail = Pick<AdminMail, 'host' | 'secure' | 'username' | 'passwordSet'>

/** Whether the mail server has a password that must be given again, because it would go to another server, for another user, or less protected. */
export function needsPasswordAgain({ host, secure, username }: MailAccount, stored: StoredMail | null): boolean {
  if (stored?.passwordSet !== true || isBlank(username)) return false
  const isWeaker = SECURITIES.indexOf(secure) < SECURITIES.indexOf(stored.secure)
  return isWeaker || host.trim() !== stored.host || username.trim() !== stored.username
}

/** `stored`: null for a new one. */
export function checkMail(
  given: MailAccount & { readonly password?: string | undefined },
  stored: StoredMail | null,
): FieldProblem[] {
  const isMissing = (given.password ?? '') === '' && needsPasswordAgain(given, stored)
  return isMissing ? [{ field: 'password', code: 'field.password_again' }] : []
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

function addressProblem(address: string): ErrorCode | false {
  return !isBlank(address) && !isWebAddress(address.trim()) && 'field.web_address'
}
