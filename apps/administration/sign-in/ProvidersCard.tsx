import Identification from '@phosphor-icons/core/regular/identification-card.svg?react'
import { use } from 'react'
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
} from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { ShowSettings } from './show-settings.ts'
import { EntryCard } from './EntryCard.tsx'
import { CopyText } from '../../../src/app/ui/fields/CopyText.tsx'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { fieldCheck } from '../../../contract/rules/fields/field-problems.ts'
import { checkProvider, needsSecretAgain, secretAddress } from '../../../contract/rules/sign-in/sign-in-settings.ts'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { SecretField } from './SecretField.tsx'
import { nameIn, useLanguage, usePortal, useTexts } from '../portal-context.ts'
import { useAdministrationForm } from '../use-change.ts'

export function ProvidersCard({
  settings: { providers, callbackPath, logoutPath, reachesAllAccounts },
}: {
  settings: SignInSettings
}) {
  const t = useTexts()
  const portal = usePortal()
  const callbackUrl = location.origin + callbackPath
  const closed = reachesAllAccounts ? null : t('signIn.administratorsOnly')
  return (
    <EntryCard
      list="providers"
      glyph={Identification}
      entries={providers}
      closed={closed}
      describe={({ providerId, kind, clientId }) => ({
        key: providerId,
        facts: [t(`signIn.providers.kinds.${kind}`), clientId],
        locked: closed,
      })}
      remove={({ providerId }) => portal.call(deleteProvider, { providerId }, { quiet: true })}
      renderForm={(provider, close) => (
        <ProviderForm
          provider={provider}
          callbackUrl={callbackUrl}
          logoutUrl={provider && `${location.origin}${logoutPath}/${provider.providerId}`}
          onClose={close}
        />
      )}
    >
      <CopyText label={t('signIn.providers.callback')} text={callbackUrl} hint={t('signIn.providers.callbackHint')} />
    </EntryCard>
  )
}

type Input = RequestOf<typeof saveProvider>

type Values = Omit<Input, 'providerId' | 'version' | 'clientSecret'> & { clientSecret: string }

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
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const show = use(ShowSettings)
  const isSet = provider?.secretSet === true
  const form = useAdministrationForm({
    schema: z.pipe(
      z.transform((values: Values) => inputOf(values, provider)),
      saveProvider.request.check(fieldCheck((input: Input) => checkProvider(input, provider))),
    ),
    values: provider ? valuesOf(provider) : EMPTY,
    record: { endpoint: saveProvider, version: provider?.version ?? null, valuesOf },
    async submit(input, version) {
      show(
        await portal.call(saveProvider, { ...input, version }, { quiet: true }),
        t(provider ? 'signIn.saved' : 'signIn.added', { name: nameIn(input, language) }),
      )
      onClose()
    },
  })
  const typed = form.watch()
  const { kind } = typed
  const kinds = form.field('kind')

  return (
    <FormDialog
      title={t(provider ? 'signIn.providers.edit' : 'signIn.providers.add')}
      form={form}
      action={provider ? t('signIn.save') : t('signIn.providers.addThis')}
      offline={t('signIn.offlineActions')}
      onClose={onClose}
    >
      {provider ? (
        <p className="n-hint">{t(`signIn.providers.kinds.${kind}`)}</p>
      ) : (
        <SelectField
          {...kinds}
          label={t('signIn.providers.kind')}
          hint={t(`signIn.providers.kindHints.${kind}`)}
          options={PROVIDER_KINDS.map((each) => [each, t(`signIn.providers.kinds.${each}`)] as const)}
          onChange={(event) => {
            kinds.onChange(event)
            // One kind's address is never another's.
            form.change('baseUrl', '')
          }}
        />
      )}
      <TextField autoComplete="off" {...form.field('name')} label={t('signIn.nameChinese')} maxLength={NAME_LENGTH} />
      <TextField
        autoComplete="off"
        {...form.field('englishName')}
        label={t('signIn.nameEnglish')}
        maxLength={NAME_LENGTH}
      />
      {kind === 'oidc' && (
        <TextField
          autoComplete="off"
          {...form.field('baseUrl')}
          label={t('signIn.providers.issuer')}
          hint={t('signIn.providers.issuerHint')}
          maxLength={ADDRESS_LENGTH}
          inputMode="url"
          placeholder="https://id.example.com"
        />
      )}
      <TextField
        autoComplete="off"
        {...form.field('clientId')}
        label={t(`signIn.providers.clientIds.${kind}`)}
        maxLength={CLIENT_ID_LENGTH}
      />
      {kind === 'wecom' && (
        <TextField
          autoComplete="off"
          {...form.field('agentId')}
          label={t('signIn.providers.agentId')}
          maxLength={CLIENT_ID_LENGTH}
        />
      )}
      <SecretField
        {...form.field('clientSecret')}
        label={t('signIn.providers.secret')}
        hint={kind === 'oidc' && !isSet ? t('signIn.providers.secretHint') : undefined}
        isSet={isSet}
        again={needsSecretAgain(typed, provider) && t('signIn.providers.secretAgain')}
        maxLength={SECRET_LENGTH}
      />
      <CopyText
        label={t('signIn.providers.callback')}
        text={callbackUrl}
        hint={t(`signIn.providers.callbackHints.${kind}`)}
      />
      {kind === 'oidc' &&
        (logoutUrl === null ? (
          <p className="n-hint">{t('signIn.providers.logoutLater')}</p>
        ) : (
          <CopyText label={t('signIn.providers.logout')} text={logoutUrl} hint={t('signIn.providers.logoutHint')} />
        ))}
      <details className="n-details">
        <summary>{t('signIn.more')}</summary>
        {kind !== 'oidc' && (
          <>
            <TextField
              autoComplete="off"
              {...form.field('baseUrl')}
              label={t('signIn.providers.baseUrl')}
              hint={t('signIn.providers.addressHint')}
              maxLength={ADDRESS_LENGTH}
              inputMode="url"
            />
            <TextField
              autoComplete="off"
              {...form.field('apiUrl')}
              label={t('signIn.providers.apiUrl')}
              hint={t('signIn.providers.addressHint')}
              maxLength={ADDRESS_LENGTH}
              inputMode="url"
            />
          </>
        )}
        <TextField
          autoComplete="off"
          {...form.field('scopes')}
          label={t('signIn.providers.scopes')}
          hint={t('signIn.providers.scopesHint')}
          maxLength={SCOPES_LENGTH}
        />
      </details>
      {provider && isAnother(typed, provider) && <p className="k-caution">{t('signIn.providers.anotherHint')}</p>}
      <SwitchField
        {...form.register('enabled')}
        label={t('signIn.providers.enabled')}
        hint={t('signIn.providers.enabledHint')}
      />
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
    version: provider?.version ?? null,
    ...(provider && { providerId: provider.providerId }),
    ...(clientSecret !== '' && { clientSecret }),
  }
}
