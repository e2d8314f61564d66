import type { AdminProvider, saveProvider } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { linesOf } from '../../../contract/rules/fields/web-address.ts'
import { secretAddress } from '../../../contract/rules/sign-in/sign-in-settings.ts'

export type ProviderInput = RequestOf<typeof saveProvider>

export type ProviderValues = Omit<ProviderInput, 'providerId' | 'version' | 'clientSecret' | 'tenants'> & {
  clientSecret: string
  /** One a line. */
  tenants: string
}

export const NEW_PROVIDER: ProviderValues = {
  kind: 'oidc',
  name: '',
  englishName: '',
  enabled: true,
  clientId: '',
  clientSecret: '',
  agentId: '',
  baseUrl: '',
  apiUrl: '',
  scopes: '',
  tenants: '',
  anyTenant: false,
}

/** What the form shows of a provider. */
export function valuesOf(provider: AdminProvider): ProviderValues {
  const { providerId: _, version: _version, secretSet: _set, issuer: _issuer, tenants, ...fields } = provider
  return { ...fields, clientSecret: '', tenants: tenants.join('\n') }
}

/** Whether people's accounts there would change: the server then unlinks them. */
export function isAnother(values: ProviderValues, provider: AdminProvider): boolean {
  const isElsewhere = secretAddress(values) !== secretAddress(provider)
  return isElsewhere || (provider.kind !== 'oidc' && values.clientId.trim() !== provider.clientId)
}

/** Without fields of other kinds, and without an empty secret. */
export function inputOf({ clientSecret, ...values }: ProviderValues, provider: AdminProvider | null): ProviderInput {
  const { kind } = values
  return {
    ...values,
    agentId: kind === 'wecom' ? values.agentId : '',
    baseUrl: values.baseUrl.trim(),
    tenants: linesOf(values.tenants.toLowerCase()),
    apiUrl: kind === 'oidc' ? '' : values.apiUrl,
    version: provider?.version ?? null,
    ...(provider && { providerId: provider.providerId }),
    ...(clientSecret !== '' && { clientSecret }),
  }
}
