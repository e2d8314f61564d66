import {
  ADDRESS_LENGTH,
  REDIRECTS_MAX,
  type ClientForm,
  type MailForm,
  type saveProvider,
} from '../endpoints/sign-in/sign-in-admin.ts'
import type { ErrorCode } from '../errors.ts'
import type { RequestOf } from '../endpoint.ts'
import { isEmail } from './email.ts'
import { problems, type FieldProblem } from './field-problems.ts'
import { isRedirectAddress, isWebAddress } from './web-address.ts'

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/

export function checkMail({ host, port, fromAddress }: MailForm): FieldProblem[] {
  return problems(
    ['host', host.trim() === '' ? 'field.required' : !HOST.test(host.trim()) && 'field.host'],
    ['port', (!Number.isInteger(port) || port < 1 || port > 65_535) && 'field.port'],
    ['fromAddress', emailProblem(fromAddress)],
  )
}

export function checkTestMail({ to }: { to: string }): FieldProblem[] {
  return problems(['to', emailProblem(to)])
}

export function checkProvider(given: RequestOf<typeof saveProvider>, secretSet: boolean): FieldProblem[] {
  const { kind, name, englishName, clientId, clientSecret, agentId, baseUrl, apiUrl } = given
  const isOpenId = kind === 'oidc'
  return problems(
    ['name', isBlank(name) && 'field.required'],
    ['englishName', isBlank(englishName) && 'field.required'],
    ['baseUrl', isOpenId && isBlank(baseUrl) ? 'field.required' : addressProblem(baseUrl)],
    ['clientId', isBlank(clientId) && 'field.required'],
    ['agentId', kind === 'wecom' && isBlank(agentId) && 'field.required'],
    // An OpenID provider may treat the portal as a public client, which has no secret.
    ['clientSecret', !isOpenId && !secretSet && isBlank(clientSecret ?? '') && 'field.required'],
    ['apiUrl', !isOpenId && addressProblem(apiUrl)],
  )
}

export function checkClient({ name, englishName, redirectUris, entryUrl }: ClientForm): FieldProblem[] {
  const isUsable = (address: string) => address.length <= ADDRESS_LENGTH && isRedirectAddress(address)
  return problems(
    ['name', isBlank(name) && 'field.required'],
    ['englishName', isBlank(englishName) && 'field.required'],
    [
      'redirectUris',
      redirectUris.length === 0
        ? 'field.required'
        : (redirectUris.length > REDIRECTS_MAX || !redirectUris.every(isUsable)) && 'field.web_addresses',
    ],
    ['entryUrl', !isBlank(entryUrl) && !isRedirectAddress(entryUrl.trim()) && 'field.web_address'],
  )
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

function addressProblem(address: string): ErrorCode | false {
  return !isBlank(address) && !isWebAddress(address.trim()) && 'field.web_address'
}

function emailProblem(address: string): ErrorCode | false {
  return isBlank(address) ? 'field.required' : !isEmail(address.trim()) && 'field.email'
}
