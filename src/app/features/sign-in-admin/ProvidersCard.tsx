import Identification from '@phosphor-icons/core/regular/identification-card.svg?react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import {
  deleteProvider,
  type AdminProvider,
  type SignInSettings,
  ADDRESS_LENGTH,
  CLIENT_ID_LENGTH,
  NAME_LENGTH,
  PROVIDER_KINDS,
  saveProvider,
  SCOPES_LENGTH,
  SECRET_LENGTH,
} from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { call } from '../../core/api/call.ts'
import { nameIn, ShowSettings } from './admin-context.ts'
import { EntryCard } from './EntryCard.tsx'
import { CopyText } from './CopyText.tsx'
import type { RequestOf } from '../../../../contract/endpoint.ts'
import { checkProvider } from '../../../../contract/rules/sign-in-settings.ts'
import { DialogFooter, ChoiceField, SecretField, SwitchField, TextField } from './Fields.tsx'
import { useLanguage } from '../../core/language/use-language.ts'
import { useForm } from '../../ui/fields/use-form.ts'

export function ProvidersCard({ settings: { providers, callbackPath } }: { settings: SignInSettings }) {
  const { t } = useTranslation('signInAdmin')
  const callbackUrl = location.origin + callbackPath
  return (
    <EntryCard
      list="providers"
      glyph={Identification}
      entries={providers}
      describe={({ providerId, kind, clientId }) => ({
        key: providerId,
        facts: [t(`providers.kinds.${kind}`), clientId],
      })}
      remove={({ providerId }) => call(deleteProvider, { providerId })}
      renderForm={(provider, close) => <ProviderForm provider={provider} callbackUrl={callbackUrl} onClose={close} />}
    >
      <CopyText label={t('providers.callback')} text={callbackUrl} hint={t('providers.callbackHint')} />
    </EntryCard>
  )
}

type Input = RequestOf<typeof saveProvider>

type Values = Omit<Input, 'providerId' | 'clientSecret'> & { clientSecret: string }

const EMPTY: Values = {
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
}

function ProviderForm({
  provider,
  callbackUrl,
  onClose,
}: {
  provider: AdminProvider | null
  callbackUrl: string
  onClose: () => void
}) {
  const { t } = useTranslation('signInAdmin')
  const language = useLanguage()
  const show = use(ShowSettings)
  const isSet = provider?.secretSet === true
  const form = useForm<Values>({
    initial: provider ? valuesOf(provider) : EMPTY,
    check: (values) => checkProvider(inputOf(values, provider), isSet),
    async send(values) {
      const input = inputOf(values, provider)
      show(await call(saveProvider, input), t(provider ? 'saved' : 'added', { name: nameIn(input, language) }))
      onClose()
    },
  })
  const { kind } = form.values

  return (
    <form {...form.props} className="n-form">
      {provider ? (
        <p className="n-hint">{t(`providers.kinds.${kind}`)}</p>
      ) : (
        <ChoiceField
          form={form}
          name="kind"
          label={t('providers.kind')}
          hint={t(`providers.kindHints.${kind}`)}
          options={PROVIDER_KINDS.map((each) => [each, t(`providers.kinds.${each}`)] as const)}
          // One kind's address is never another's.
          onChosen={() => form.set('baseUrl', '')}
        />
      )}
      <TextField form={form} name="name" label={t('nameChinese')} limit={NAME_LENGTH} />
      <TextField form={form} name="englishName" label={t('nameEnglish')} limit={NAME_LENGTH} />
      {kind === 'oidc' && (
        <TextField
          form={form}
          name="baseUrl"
          label={t('providers.issuer')}
          hint={t('providers.issuerHint')}
          limit={ADDRESS_LENGTH}
          type="url"
          placeholder="https://id.example.com"
        />
      )}
      <TextField
        form={form}
        name="clientId"
        label={t(`providers.clientIds.${kind}`)}
        limit={CLIENT_ID_LENGTH}
        spellCheck={false}
      />
      {kind === 'wecom' && (
        <TextField
          form={form}
          name="agentId"
          label={t('providers.agentId')}
          limit={CLIENT_ID_LENGTH}
          spellCheck={false}
        />
      )}
      <SecretField
        form={form}
        name="clientSecret"
        label={t('providers.secret')}
        hint={kind === 'oidc' && !isSet ? t('providers.secretHint') : undefined}
        isSet={isSet}
        limit={SECRET_LENGTH}
      />
      <CopyText label={t('providers.callback')} text={callbackUrl} hint={t(`providers.callbackHints.${kind}`)} />
      <details className="n-details">
        <summary>{t('more')}</summary>
        {kind !== 'oidc' && (
          <>
            <TextField
              form={form}
              name="baseUrl"
              label={t('providers.baseUrl')}
              hint={t('providers.addressHint')}
              limit={ADDRESS_LENGTH}
              type="url"
            />
            <TextField
              form={form}
              name="apiUrl"
              label={t('providers.apiUrl')}
              hint={t('providers.addressHint')}
              limit={ADDRESS_LENGTH}
              type="url"
            />
          </>
        )}
        <TextField
          form={form}
          name="scopes"
          label={t('providers.scopes')}
          hint={t('providers.scopesHint')}
          limit={SCOPES_LENGTH}
          spellCheck={false}
        />
      </details>
      {provider && isAnother(form.values, provider) && <p className="n-caution">{t('providers.anotherHint')}</p>}
      <SwitchField form={form} name="enabled" label={t('providers.enabled')} hint={t('providers.enabledHint')} />
      <DialogFooter form={form} action={provider ? t('save') : t('providers.addThis')} onClose={onClose} />
    </form>
  )
}

function valuesOf(provider: AdminProvider): Values {
  const { kind, name, englishName, enabled, clientId, agentId, baseUrl, apiUrl, scopes } = provider
  return { kind, name, englishName, enabled, clientId, clientSecret: '', agentId, baseUrl, apiUrl, scopes }
}

/** Whether people's accounts there would change: the server then unlinks them. */
function isAnother(values: Values, { kind, baseUrl, apiUrl, clientId }: AdminProvider): boolean {
  if (kind === 'oidc') return values.baseUrl.trim() !== baseUrl
  return values.clientId.trim() !== clientId || (values.apiUrl.trim() !== '' && values.apiUrl.trim() !== apiUrl)
}

/** Without fields of other kinds, and without an empty secret. */
function inputOf({ clientSecret, ...values }: Values, provider: AdminProvider | null): Input {
  const { kind } = values
  return {
    ...values,
    agentId: kind === 'wecom' ? values.agentId : '',
    apiUrl: kind === 'oidc' ? '' : values.apiUrl,
    ...(provider && { providerId: provider.providerId }),
    ...(clientSecret !== '' && { clientSecret }),
  }
}
