import { useState } from 'react'
import * as z from 'zod/mini'
import {
  type AdminProvider,
  PROVIDER_KINDS,
  saveProvider,
  TENANTS_MAX,
} from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { fieldCheck } from '../../../contract/rules/fields/field-problems.ts'
import { isWebAddress } from '../../../contract/rules/fields/web-address.ts'
import { checkProvider, isForManyTenants, needsSecretAgain } from '../../../contract/rules/sign-in/sign-in-settings.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { failureFields } from '../../../src/app/micro-apps/app-context.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { CopyText } from '../../../src/app/ui/fields/CopyText.tsx'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { inputOf, isAnother, NEW_PROVIDER, type ProviderInput, type ProviderValues, valuesOf } from './provider-form.ts'
import { SecretField } from './SecretField.tsx'
import { useSignInChange } from './use-sign-in-change.ts'
import { useLabels, useLocale, useTexts } from '../portal-context.ts'

/** Of a UUID. */
const TENANT_LENGTH = 36

const documentData = z.object({
  issuer: z.optional(z.string()),
  status: z.optional(z.number()),
  missing: z.optional(z.array(z.string())),
})
const refused = z.object({ failure: z.object({ envelope: z.object({ data: documentData }) }) })

/** What the discovery document of a refused provider says: another issuer, another HTTP status, or too little. */
type NamedDocument = z.infer<typeof documentData>

/** Null for failures of another kind. */
function namedDocument(error: unknown): NamedDocument | null {
  return refused.safeParse(error).data?.failure.envelope.data ?? null
}

/** The dialog with a provider of accounts; null for a new one. */
export function ProviderForm({
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
  const { t, nameOf } = useLocale()
  const labels = useLabels()
  const save = useSignInChange(saveProvider, {
    done({ providers }, input) {
      const saved = providers.find(({ providerId }) => providerId === input.providerId) ?? providers.at(-1)
      const name = nameOf(input)
      return saved?.kind === 'oidc' && saved.baseUrl !== input.baseUrl
        ? t('signIn.providers.savedNamed', { name, issuer: saved.baseUrl })
        : provider
          ? t('settings.saved')
          : t('form.added', { name })
    },
  })
  const isSet = provider?.secretSet === true
  const [named, setNamed] = useState<NamedDocument | null>(null)
  /** The server has found that the issuer is for many tenants. */
  const [asksTenants, setAsksTenants] = useState(false)
  const form = useForm({
    schema: z.pipe(
      z.transform((values: ProviderValues) => inputOf(values, provider)),
      saveProvider.request.check(fieldCheck((input: ProviderInput) => checkProvider(input, provider))),
    ),
    values: provider ? valuesOf(provider) : NEW_PROVIDER,
    record: { endpoint: saveProvider, version: provider?.version ?? null, valuesOf },
    async submit(input, version) {
      setNamed(null)
      await save.mutateAsync({ ...input, version }).catch((error: unknown) => {
        setNamed(namedDocument(error))
        setAsksTenants((asks) => asks || failureFields(error).includes('tenants'))
        throw error
      })
      onClose()
    },
  })
  const typed = form.watch()
  const { kind } = typed
  const kinds = form.field('kind')
  const issuer = form.field('baseUrl')

  return (
    <FormDialog
      title={t(provider ? 'signIn.providers.edit' : 'signIn.providers.add')}
      form={form}
      action={provider ? t('action.save') : t('action.add')}
      onClose={onClose}
    >
      {provider ? (
        <p className="k-soft">{t(`signIn.providers.kinds.${kind}`)}</p>
      ) : (
        <SelectField
          {...kinds}
          label={t('column.type')}
          hint={t(`signIn.providers.kindHints.${kind}`)}
          options={PROVIDER_KINDS.map((each) => [each, t(`signIn.providers.kinds.${each}`)] as const)}
          onChange={(event) => {
            kinds.onChange(event)
            // One kind's address is never another's.
            form.change('baseUrl', '')
          }}
        />
      )}
      <TextField {...form.field('name')} label={t('units.name')} />
      <TextField {...form.field('englishName')} label={t('structure.englishName')} />
      {kind === 'oidc' && (
        <>
          <TextField
            {...issuer}
            {...labels('signIn.providers.issuer')}
            inputMode="url"
            placeholder="https://id.example.com"
          />
          {issuer.error !== '' && named && (
            <DocumentNote named={named} onTake={(address) => form.change('baseUrl', address)} />
          )}
          {(asksTenants || isForManyTenants(typed, provider)) && (
            <>
              <SwitchField
                {...form.register('anyTenant')}
                label={t('signIn.providers.anyTenant')}
                warning={t('signIn.providers.anyTenantHint')}
              />
              {!typed.anyTenant && (
                <LinesField
                  autoComplete="off"
                  {...form.field('tenants')}
                  {...labels('signIn.providers.tenants')}
                  maxLength={TENANTS_MAX * (TENANT_LENGTH + 1)}
                  placeholder="72f988bf-86f1-41af-91ab-2d7cd011db47"
                />
              )}
            </>
          )}
        </>
      )}
      <TextField {...form.field('clientId')} label={t(`signIn.providers.clientIds.${kind}`)} />
      {kind === 'wecom' && <TextField {...form.field('agentId')} label={t('signIn.providers.agentId')} />}
      <SecretField
        {...form.field('clientSecret')}
        label={t('signIn.providers.secret')}
        hint={kind === 'oidc' && !isSet ? t('signIn.providers.secretHint') : undefined}
        isSet={isSet}
        again={needsSecretAgain(typed, provider) && t('signIn.providers.secretAgain')}
      />
      <CopyText
        label={t('signIn.providers.callback')}
        text={callbackUrl}
        hint={t(`signIn.providers.callbackHints.${kind}`)}
      />
      {kind === 'oidc' &&
        (logoutUrl === null ? (
          <p className="k-soft">{t('signIn.providers.logoutLater')}</p>
        ) : (
          <CopyText
            label={t('trail.fields.backchannelLogoutUri')}
            text={logoutUrl}
            hint={t('signIn.providers.logoutHint')}
          />
        ))}
      <details className="ad-details">
        <summary>{t('imports.settings')}</summary>
        {kind !== 'oidc' &&
          (['baseUrl', 'apiUrl'] as const).map((name) => (
            <TextField
              key={name}
              {...form.field(name)}
              label={t(`signIn.providers.${name}`)}
              hint={t('signIn.providers.addressHint')}
              inputMode="url"
            />
          ))}
        <TextField {...form.field('scopes')} {...labels('signIn.providers.scopes')} />
      </details>
      {provider && isAnother(typed, provider) && <p className="k-caution">{t('signIn.providers.anotherHint')}</p>}
      <SwitchField {...form.register('enabled')} {...labels('signIn.providers.enabled')} />
    </FormDialog>
  )
}

/** Shows below a refused address what its document names, and takes the issuer over. */
function DocumentNote({
  named: { issuer, status, missing },
  onTake,
}: {
  named: NamedDocument
  onTake: (address: string) => void
}) {
  const t = useTexts()
  if (issuer !== undefined)
    return (
      <div className="ad-line n-beside">
        <span>{t('signIn.providers.documentNames', { issuer })}</span>
        {isWebAddress(issuer) && <Button onClick={() => onTake(issuer)}>{t('signIn.providers.takeIssuer')}</Button>}
      </div>
    )
  if (status !== undefined) return <p className="k-soft">{t('signIn.providers.documentStatus', { status })}</p>
  if (missing) return <p className="k-soft">{t('signIn.providers.documentMissing', { names: missing.join(', ') })}</p>
  return null
}
