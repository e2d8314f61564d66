import type { saveProvider } from '../../endpoints/sign-in/sign-in-admin.ts'
import type { ErrorCode } from '../../errors.ts'
import type { RequestOf } from '../../endpoint.ts'
import type { FieldProblem } from '../fields/field-problems.ts'
import { isWebAddress } from '../fields/web-address.ts'

export function checkProvider(given: RequestOf<typeof saveProvider>, secretSet: boolean): FieldProblem[] {
  const { kind, name, englishName, clientId, clientSecret, agentId, baseUrl, apiUrl } = given
  const isOpenId = kind === 'oidc'
  const checked: readonly (readonly [field: string, code: ErrorCode | false])[] = [
    ['name', isBlank(name) && 'field.required'],
    ['englishName', isBlank(englishName) && 'field.required'],
    ['baseUrl', isOpenId && isBlank(baseUrl) ? 'field.required' : addressProblem(baseUrl)],
    ['clientId', isBlank(clientId) && 'field.required'],
    ['agentId', kind === 'wecom' && isBlank(agentId) && 'field.required'],
    // An OpenID provider may treat the portal as a public client, which has no secret.
    ['clientSecret', !isOpenId && !secretSet && isBlank(clientSecret ?? '') && 'field.required'],
    ['apiUrl', !isOpenId && addressProblem(apiUrl)],
  ]
  return checked.flatMap(([field, code]) => (code === false ? [] : [{ field, code }]))
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

function addressProblem(address: string): ErrorCode | false {
  return !isBlank(address) && !isWebAddress(address.trim()) && 'field.web_address'
}
