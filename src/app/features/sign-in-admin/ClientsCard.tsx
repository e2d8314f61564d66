import Plugs from '@phosphor-icons/core/regular/plugs-connected.svg?react'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import {
  deleteClient,
  type AdminClient,
  type SignInSettings,
  ADDRESS_LENGTH,
  NAME_LENGTH,
  REDIRECTS_MAX,
  rotateClientSecret,
  saveClient,
  type ClientForm as Input,
} from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { ONE_ROSTER_PATH, ROSTER_SCOPES, TOKEN_PATH } from '../../../../contract/rules/one-roster.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { nameIn, ShowSettings } from './admin-context.ts'
import { EntryCard } from './EntryCard.tsx'
import { ChoicesField } from '../../ui/fields/ChoicesField.tsx'
import { CopyText } from '../../ui/fields/CopyText.tsx'
import { linesOf } from '../../../../contract/rules/fields/web-address.ts'
import { Dialog, NARROW_DIALOG } from '../../ui/dialog/Dialog.tsx'
import { LinesField } from '../../ui/fields/LinesField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { SwitchField } from '../../ui/fields/SwitchField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'

export function ClientsCard({ settings: { clients, discoveryPath } }: { settings: SignInSettings }) {
  const { t } = useTranslation('signInAdmin')
  const [secret, setSecret] = useState<NewSecret | null>(null)
  return (
    <>
      <EntryCard
        list="clients"
        glyph={Plugs}
        entries={clients}
        describe={({ clientId, trusted, mayIssueTickets, adminTickets, redirectUris, ownScopes }) => ({
          key: clientId,
          tags: [
            trusted && t('clients.trustedTag'),
            mayIssueTickets && t('clients.ticketsTag'),
            adminTickets && t('clients.adminTicketsTag'),
            ownScopes.length > 0 && t('clients.rosterTag'),
          ].filter((tag) => tag !== false),
          facts: [clientId, ...redirectUris],
        })}
        remove={({ clientId }) => call(deleteClient, { clientId })}
        renderForm={(client, close) => <ClientForm client={client} onClose={close} onSecret={setSecret} />}
      >
        <CopyText
          label={t('clients.discovery')}
          text={location.origin + discoveryPath}
          hint={t('clients.discoveryHint')}
        />
      </EntryCard>
      {secret && <SecretDialog told={secret} onClose={() => setSecret(null)} />}
    </>
  )
}

const [CORE, ROSTER, DEMOGRAPHICS] = ROSTER_SCOPES
const SCOPE_NAMES = { [CORE]: 'core', [ROSTER]: 'roster', [DEMOGRAPHICS]: 'demographics' } as const

type Kind = 'secret' | 'none' | 'roster'
interface Values extends Omit<Input, 'clientId' | 'redirectUris' | 'confidential'> {
  readonly redirectUris: string
  /** What it is for, and whether it keeps a secret. */
  readonly keeping: Kind
}

const EMPTY: Values = {
  name: '',
  englishName: '',
  enabled: true,
  redirectUris: '',
  ownScopes: [CORE, ROSTER],
  keeping: 'secret',
  pkceRequired: true,
  trusted: false,
  entryUrl: '',
  mayIssueTickets: false,
  adminTickets: false,
  backchannelLogoutUri: '',
  backchannelLogoutSessionRequired: false,
}

function ClientForm({
  client,
  onClose,
  onSecret,
}: {
  client: AdminClient | null
  onClose: () => void
  onSecret: (told: NewSecret) => void
}) {
  const { t } = useTranslation('signInAdmin')
  const language = useLanguage()
  const online = useOnline()
  const show = use(ShowSettings)
  const [rotating, setRotating] = useState(false)
  const form = useForm({
    schema: z.pipe(
      z.transform((values: Values, { issues }) => {
        // The contract misses a redirect address, which this kind has no field for.
        if (values.keeping === 'roster' && values.ownScopes.length === 0)
          issues.push({ code: 'custom', message: 'field.required', path: ['ownScopes'], input: values })
        return inputOf(values, client)
      }),
      saveClient.request,
    ),
    values: client ? valuesOf(client) : EMPTY,
    texts: { ownScopes: t('clients.scopesMissing') },
    async submit(input) {
      const { settings, clientId, secret } = await call(saveClient, input)
      show(settings, t(client ? 'saved' : 'added', { name: nameIn(input, language) }))
      onClose()
      if (!client) onSecret({ clientId, secret, readsRosters: input.ownScopes.length > 0 })
    },
  })
  const kind = form.watch('keeping')
  const isRoster = kind === 'roster'
  const issuesTickets = form.watch('mayIssueTickets')
  const isTold = form.watch('backchannelLogoutUri').trim() !== ''

  return (
    <>
      <FormDialog
        title={t(client ? 'clients.edit' : 'clients.add')}
        form={form}
        action={client ? t('save') : t('clients.addThis')}
        offline={t('offlineActions')}
        onClose={onClose}
      >
        <TextField autoComplete="off" {...form.field('name')} label={t('nameChinese')} maxLength={NAME_LENGTH} />
        <TextField autoComplete="off" {...form.field('englishName')} label={t('nameEnglish')} maxLength={NAME_LENGTH} />
        {client ? (
          <CopyText label={t('clients.clientId')} text={client.clientId} />
        ) : (
          <SelectField
            {...form.field('keeping')}
            label={t('clients.keeping')}
            hint={t('clients.keepingHint')}
            options={[
              ['secret', t('clients.keepings.secret')],
              ['none', t('clients.keepings.none')],
              ['roster', t('clients.keepings.roster')],
            ]}
          />
        )}
        {isRoster ? (
          <ChoicesField
            type="checkbox"
            name="ownScopes"
            label={t('clients.scopes')}
            error={form.errorOf('ownScopes')}
            chosen={form.watch('ownScopes')}
            options={ROSTER_SCOPES.map((scope) => [scope, t(`clients.scopeNames.${SCOPE_NAMES[scope]}`)])}
            onChange={(chosen) => form.change('ownScopes', chosen)}
          />
        ) : (
          <>
            <LinesField
              autoComplete="off"
              {...form.field('redirectUris')}
              label={t('clients.redirects')}
              hint={t('clients.redirectsHint')}
              maxLength={REDIRECTS_MAX * (ADDRESS_LENGTH + 1)}
              inputMode="url"
              placeholder="https://app.example.com/callback"
            />
            <SwitchField
              {...form.register('trusted')}
              label={t('clients.trusted')}
              warning={t('clients.trustedHint')}
            />
            <details className="n-details">
              <summary>{t('more')}</summary>
              <TextField
                autoComplete="off"
                {...form.field('entryUrl')}
                label={t('clients.entry')}
                hint={t('clients.entryHint')}
                maxLength={ADDRESS_LENGTH}
                inputMode="url"
              />
              <TextField
                autoComplete="off"
                {...form.field('backchannelLogoutUri')}
                label={t('clients.logout')}
                hint={t('clients.logoutHint')}
                maxLength={ADDRESS_LENGTH}
                inputMode="url"
                placeholder="https://app.example.com/backchannel-logout"
              />
              {isTold && (
                <SwitchField
                  {...form.register('backchannelLogoutSessionRequired')}
                  label={t('clients.logoutSession')}
                  hint={t('clients.logoutSessionHint')}
                />
              )}
              {kind === 'secret' && (
                <>
                  <SwitchField
                    {...form.register('pkceRequired')}
                    label={t('clients.pkce')}
                    hint={t('clients.pkceHint')}
                  />
                  <SwitchField
                    {...form.register('mayIssueTickets')}
                    label={t('clients.tickets')}
                    warning={t('clients.ticketsHint')}
                  />
                  {issuesTickets && (
                    <SwitchField
                      {...form.register('adminTickets')}
                      label={t('clients.adminTickets')}
                      warning={t('clients.adminTicketsHint')}
                    />
                  )}
                </>
              )}
            </details>
          </>
        )}
        <SwitchField
          {...form.register('enabled')}
          label={t('clients.enabled')}
          hint={t(isRoster ? 'clients.rosterEnabledHint' : 'clients.enabledHint')}
        />
        {client?.secretSet && (
          <div>
            <Button disabled={!online} onClick={() => setRotating(true)}>
              {t('clients.rotate')}
            </Button>
          </div>
        )}
      </FormDialog>
      {client && rotating && (
        <ConfirmDialog
          question={t('clients.rotateQuestion')}
          hint={t(isRoster ? 'clients.rosterRotateHint' : 'clients.rotateHint')}
          action={t('clients.rotate')}
          onClose={() => setRotating(false)}
          onConfirm={async () => {
            const { secret } = await call(rotateClientSecret, { clientId: client.clientId })
            setRotating(false)
            onSecret({ clientId: client.clientId, secret, readsRosters: client.ownScopes.length > 0 })
          }}
        />
      )}
    </>
  )
}

function valuesOf({ secretSet, redirectUris, ...client }: AdminClient): Values {
  const ownScopes = ROSTER_SCOPES.filter((scope) => client.ownScopes.includes(scope))
  const readsAlone = redirectUris.length === 0 && ownScopes.length > 0
  const { name, englishName, enabled, pkceRequired, trusted, entryUrl, mayIssueTickets, adminTickets } = client
  const { backchannelLogoutUri, backchannelLogoutSessionRequired } = client
  const values = { name, englishName, enabled, pkceRequired, trusted, entryUrl, mayIssueTickets, adminTickets }
  const logout = { backchannelLogoutUri, backchannelLogoutSessionRequired }
  const keeping = readsAlone ? 'roster' : secretSet ? 'secret' : 'none'
  return { ...values, ...logout, ownScopes, redirectUris: redirectUris.join('\n'), keeping }
}

/**
 * A public application needs PKCE and issues no tickets; without tickets there are none for administrators. What an application of another kind had been
 * given by other means stays as it is.
 */
function inputOf({ redirectUris, keeping, ...values }: Values, client: AdminClient | null): Input {
  if (keeping === 'roster') return rosterInputOf(values, client)
  const confidential = keeping === 'secret'
  const mayIssueTickets = confidential && values.mayIssueTickets
  return {
    ...values,
    ownScopes: client ? values.ownScopes : [],
    confidential,
    pkceRequired: !confidential || values.pkceRequired,
    mayIssueTickets,
    adminTickets: mayIssueTickets && values.adminTickets,
    backchannelLogoutSessionRequired:
      values.backchannelLogoutUri.trim() !== '' && values.backchannelLogoutSessionRequired,
    redirectUris: linesOf(redirectUris),
    ...(client && { clientId: client.clientId }),
  }
}

/** Without anything for people, whom it does not sign in. */
function rosterInputOf(
  { name, englishName, enabled, ownScopes }: Pick<Values, 'name' | 'englishName' | 'enabled' | 'ownScopes'>,
  client: AdminClient | null,
): Input {
  return {
    ...EMPTY,
    name,
    englishName,
    enabled,
    ownScopes: [...ownScopes],
    redirectUris: [],
    confidential: true,
    ...(client && { clientId: client.clientId }),
  }
}

interface NewSecret {
  readonly clientId: string
  readonly secret: string | null
  readonly readsRosters: boolean
}

/** Shows what to enter at the application, with the secret this once. */
function SecretDialog({ told: { clientId, secret, readsRosters }, onClose }: { told: NewSecret; onClose: () => void }) {
  const { t } = useTranslation('signInAdmin')
  return (
    <Dialog
      open
      title={t('clients.toEnter')}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t(secret === null ? 'done' : 'clients.copied')}
        </Button>
      }
    >
      <div className="k-form">
        <CopyText label={t('clients.clientId')} text={clientId} />
        {secret === null ? (
          <p className="n-hint">{t('clients.noSecret')}</p>
        ) : (
          <CopyText label={t('clients.secret')} text={secret} hint={t('clients.secretHint')} />
        )}
        {readsRosters && (
          <>
            <CopyText label={t('clients.tokenAddress')} text={location.origin + TOKEN_PATH} />
            <CopyText label={t('clients.rosterAddress')} text={location.origin + ONE_ROSTER_PATH} />
          </>
        )}
      </div>
    </Dialog>
  )
}
