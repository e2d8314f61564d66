import Identification from '@phosphor-icons/core/regular/identification-card.svg?react'
import * as z from 'zod/mini'
import {
  deleteProvider,
  saveSignInMethods,
  type SignInSettings,
} from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { TICKET_NAME_LENGTH, TICKET_PATH_LENGTH } from '../../../contract/endpoints/units/unit-configuration.ts'
import { pathsForm, readPaths, savePaths, type PathsSettings } from '../../../contract/endpoints/units/unit-settings.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { CopyText } from '../../../src/app/ui/fields/CopyText.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useLabels, usePortal, useTexts } from '../portal-context.ts'
import { EntryCard } from './EntryCard.tsx'
import { ProviderForm } from './ProviderForm.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { useSignInChange } from './use-sign-in-change.ts'

/** Accounts elsewhere, and sign-in by what an address carries. */
export default function MethodsPage() {
  return (
    <SignInFrame part="methods">
      {(settings) => (
        <>
          <ProvidersCard settings={settings} />
          <SignInMethodsCard methods={settings.ways} />
          <PathsCard />
        </>
      )}
    </SignInFrame>
  )
}

function ProvidersCard({
  settings: { providers, callbackPath, logoutPath, reachesAllAccounts },
}: {
  settings: SignInSettings
}) {
  const t = useTexts()
  const call = useCall()
  const callbackUrl = location.origin + callbackPath
  const closed = reachesAllAccounts ? null : t('signIn.administratorsOnly')
  return (
    <EntryCard
      list="providers"
      glyph={Identification}
      entries={providers}
      closed={closed}
      describe={({ providerId, kind, clientId, issuer }) => ({
        key: providerId,
        facts: [t(`signIn.providers.kinds.${kind}`), clientId, ...(issuer === '' ? [] : [issuer])],
        locked: closed,
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
      <CopyText label={t('signIn.providers.callback')} text={callbackUrl} hint={t('signIn.providers.callbackHint')} />
    </EntryCard>
  )
}

const METHODS = ['password', 'accessToken', 'userClient', 'ticket'] as const

function typed(shown: SignInSettings['ways']) {
  const { version: _, ...methods } = shown
  return methods
}

function SignInMethodsCard({ methods }: { methods: SignInSettings['ways'] }) {
  const t = useTexts()
  const save = useSignInChange(saveSignInMethods, { done: t('settings.saved') })
  const form = useForm({
    schema: z.omit(saveSignInMethods.request, { version: true }),
    values: typed(methods),
    record: { endpoint: saveSignInMethods, version: methods.version, valuesOf: typed },
    submit: (values, version) => save.mutateAsync({ ...values, version: version ?? '' }),
  })
  return (
    <Card title={t('signIn.ways.title')} hint={t('signIn.ways.hint')}>
      <form {...form.props} className="k-form">
        {METHODS.map((method) => (
          <SwitchField
            key={method}
            {...form.register(method)}
            label={t(`signIn.ways.${method}.label`)}
            hint={t(`signIn.ways.${method}.hint`)}
            warning={t(`signIn.ways.${method}.warning`)}
          />
        ))}
        <FormFooter form={form} />
      </form>
    </Card>
  )
}

/** How browsers are signed in by themselves: from what they remember, and by tickets of other systems. */
function PathsCard() {
  const t = useTexts()
  const query = useEndpoint(readPaths, {})
  return (
    <Card title={t('signIn.paths.title')} hint={t('signIn.paths.hint')}>
      <Loaded query={query} lines={4}>
        {(settings) => <PathsForm settings={settings} />}
      </Loaded>
    </Card>
  )
}

const valuesOf = ({ autoLogin, ticketPath, ticketName }: PathsSettings) => ({ autoLogin, ticketPath, ticketName })

function PathsForm({ settings }: { settings: PathsSettings }) {
  const t = useTexts()
  const labels = useLabels()
  const portal = usePortal()
  const save = useChange(savePaths, { done: t('settings.saved'), shows: endpointQuery(readPaths, {}) })
  const { reachesAllAccounts } = settings
  const form = useForm({
    schema: pathsForm,
    values: valuesOf(settings),
    record: { endpoint: savePaths, version: settings.version, valuesOf },
    async submit(values, version) {
      await save.mutateAsync({ ...values, version: version ?? '' })
      portal.renewUnit()
    },
  })
  return (
    <form {...form.props} className="k-form">
      {!reachesAllAccounts && <p className="k-soft">{t('signIn.administratorsOnly')}</p>}
      <fieldset className="k-stack" disabled={!reachesAllAccounts}>
        <SwitchField {...form.register('autoLogin')} {...labels('signIn.paths.autoLogin')} />
        <TextField
          {...form.field('ticketPath')}
          {...labels('signIn.paths.ticketPath')}
          maxLength={TICKET_PATH_LENGTH}
          inputMode="url"
          placeholder="/api/uaa/ticket/login"
        />
        <TextField
          {...form.field('ticketName')}
          {...labels('signIn.paths.ticketName')}
          maxLength={TICKET_NAME_LENGTH}
          placeholder="ticket"
        />
      </fieldset>
      {reachesAllAccounts && <FormFooter form={form} />}
    </form>
  )
}
