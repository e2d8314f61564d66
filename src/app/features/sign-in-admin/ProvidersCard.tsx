import Identification from '@phosphor-icons/core/regular/identification-card.svg?react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
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
import { CopyText } from '../../ui/fields/CopyText.tsx'
import type { RequestOf } from '../../../../contract/endpoint.ts'
import { fieldCheck } from '../../../../contract/rules/fields/field-problems.ts'
import { checkProvider, needsSecretAgain, secretAddress } from '../../../../contract/rules/sign-in/sign-in-settings.ts'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { SwitchField } from '../../ui/fields/SwitchField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { SecretField } from './SecretField.tsx'
import { useLanguage } from '../../core/language/use-language.ts'
import { useForm } from '../../ui/form/use-form.ts'

export function ProvidersCard({ settings: { providers, callbackPath, logoutPath } }: { settings: SignInSettings }) {
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
      renderForm={(provider, close) => (
        <ProviderForm
          provider={provider}
          callbackUrl={callbackUrl}
          logoutUrl={provider && `${location.origin}${logoutPath}/${provider.providerId}`}
          onClose={close}
        />
      )}
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
  logoutUrl,
  onClose,
}: {
  provider: AdminProvider | null
  callbackUrl: string
  /** Null before the provider has an id. */
  logoutUrl: string | null
  onClose: () => void
}) {
  const { t } = useTranslation('signInAdmin')
  const language = useLanguage()
  const show = use(ShowSettings)
  const isSet = provider?.secretSet === true
  const form = useForm({
    schema: z.pipe(
      z.transform((values: Values) => inputOf(values, provider)),
      saveProvider.request.check(fieldCheck((input: Input) => checkProvider(input, provider))),
    ),
    values: provider ? valuesOf(provider) : EMPTY,
    async submit(input) {
      show(await call(saveProvider, input), t(provider ? 'saved' : 'added', { name: nameIn(input, language) }))
      onClose()
    },
  })
  const typed = form.watch()
  const { kind } = typed
  const kinds = form.field('kind')

  return (
    <FormDialog
      title={t(provider ? 'providers.edit' : 'providers.add')}
      form={form}
      action={provider ? t('save') : t('providers.addThis')}
      offline={t('offlineActions')}
      onClose={onClose}
    >
      {provider ? (
        <p className="n-hint">{t(`providers.kinds.${kind}`)}</p>
      ) : (
        <SelectField
          {...kinds}
          label={t('providers.kind')}
          hint={t(`providers.kindHints.${kind}`)}
          options={PROVIDER_KINDS.map((each) => [each, t(`providers.kinds.${each}`)] as const)}
          onChange={(event) => {
            kinds.onChange(event)
            // One kind's address is never another's.
            form.change('baseUrl', '')
          }}
        />
      )}
      <TextField autoComplete="off" {...form.field('name')} label={t('nameChinese')} maxLength={NAME_LENGTH} />
      <TextField autoComplete="off" {...form.field('englishName')} label={t('nameEnglish')} maxLength={NAME_LENGTH} />
      {kind === 'oidc' && (
        <TextField
          autoComplete="off"
          {...form.field('baseUrl')}
          label={t('providers.issuer')}
          hint={t('providers.issuerHint')}
          maxLength={ADDRESS_LENGTH}
          inputMode="url"
          placeholder="https://id.example.com"
        />
      )}
      <TextField
        autoComplete="off"
        {...form.field('clientId')}
        label={t(`providers.clientIds.${kind}`)}
        maxLength={CLIENT_ID_LENGTH}
      />
      {kind === 'wecom' && (
        <TextField
          autoComplete="off"
          {...form.field('agentId')}
          label={t('providers.agentId')}
          maxLength={CLIENT_ID_LENGTH}
        />
      )}
      <SecretField
        {...form.field('clientSecret')}
        label={t('providers.secret')}
        hint={kind === 'oidc' && !isSet ? t('providers.secretHint') : undefined}
        isSet={isSet}
        again={needsSecretAgain(typed, provider) && t('providers.secretAgain')}
        maxLength={SECRET_LENGTH}
      />
      <CopyText label={t('providers.callback')} text={callbackUrl} hint={t(`providers.callbackHints.${kind}`)} />
      {kind === 'oidc' &&
        (logoutUrl === null ? (
          <p className="n-hint">{t('providers.logoutLater')}</p>
        ) : (
          <CopyText label={t('providers.logout')} text={logoutUrl} hint={t('providers.logoutHint')} />
        ))}
      <details className="n-details">
        <summary>{t('more')}</summary>
        {kind !== 'oidc' && (
          <>
            <TextField
              autoComplete="off"
              {...form.field('baseUrl')}
              label={t('providers.baseUrl')}
              hint={t('providers.addressHint')}
              maxLength={ADDRESS_LENGTH}
              inputMode="url"
            />
            <TextField
              autoComplete="off"
              {...form.field('apiUrl')}
              label={t('providers.apiUrl')}
              hint={t('providers.addressHint')}
              maxLength={ADDRESS_LENGTH}
              inputMode="url"
            />
          </>
        )}
        <TextField
          autoComplete="off"
          {...form.field('scopes')}
          label={t('providers.scopes')}
          hint={t('providers.scopesHint')}
          maxLength={SCOPES_LENGTH}
        />
      </details>
      {provider && isAnother(typed, provider) && <p className="k-caution">{t('providers.anotherHint')}</p>}
      <SwitchField {...form.register('enabled')} label={t('providers.enabled')} hint={t('providers.enabledHint')} />
    </FormDialog>
  )
}

function valuesOf(provider: AdminProvider): Values {
  const { kind, name, englishName, enabled, clientId, agentId, baseUrl, apiUrl, scopes } = provider
  return { kind, name, englishName, enabled, clientId, clientSecret: '', agentId, baseUrl, apiUrl, scopes }
}

/** Whether people's accounts there would change: the server then unlinks them. */
function isAnother(values: Values, provider: AdminProvider): boolean {
  const isElsewhere = secretAddress(values) !== secretAddress(provider)
  return isElsewhere || (provider.kind !== 'oidc' && values.clientId.trim() !== provider.clientId)
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
