import Plugs from '@phosphor-icons/core/regular/plugs-connected.svg?react'
import { use, useState } from 'react'
import * as z from 'zod/mini'
import {
  deleteClient,
  type AdminClient,
  type SignInSettings,
  ADDRESS_LENGTH,
  REDIRECTS_MAX,
  rotateClientSecret,
  saveClient,
  type ClientForm as Input,
} from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { THIRD_PARTY_PATH } from '../../../contract/endpoints/sign-in/third-party.ts'
import { ONE_ROSTER_PATH, ROSTER_SCOPES, TOKEN_PATH } from '../../../contract/rules/one-roster.ts'
import { OWN_SCOPES, type OwnScope, SEND_MESSAGES, WRITE_TODOS } from '../../../contract/rules/own-scopes.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ShowSettings } from './show-settings.ts'
import { EntryCard } from './EntryCard.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { CopyText } from '../../../src/app/ui/fields/CopyText.tsx'
import { linesOf } from '../../../contract/rules/fields/web-address.ts'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { nameIn, usePortal, useTexts } from '../portal-context.ts'

export function ClientsCard({
  settings: { clients, discoveryPath, reachesAllAccounts, givableScopes },
}: {
  settings: SignInSettings
}) {
  const t = useTexts()
  const portal = usePortal()
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
            trusted && t('signIn.clients.trustedTag'),
            mayIssueTickets && t('signIn.clients.ticketsTag'),
            adminTickets && t('signIn.clients.adminTicketsTag'),
            readsRosters(ownScopes) && t('signIn.clients.rosterTag'),
            writes(ownScopes) && t('signIn.clients.writesTag'),
          ].filter((tag) => tag !== false),
          facts: [clientId, ...redirectUris],
          locked: adminTickets && !reachesAllAccounts ? t('signIn.clients.administratorsOnly') : null,
        })}
        remove={({ clientId }) => portal.call(deleteClient, { clientId }, { quiet: true })}
        renderForm={(client, close) => (
          <ClientForm
            client={client}
            mayGiveAdminTickets={reachesAllAccounts}
            givable={givableScopes}
            onClose={close}
            onSecret={setSecret}
          />
        )}
      >
        <CopyText
          label={t('signIn.clients.discovery')}
          text={location.origin + discoveryPath}
          hint={t('signIn.clients.discoveryHint')}
        />
      </EntryCard>
      {secret && <SecretDialog told={secret} onClose={() => setSecret(null)} />}
    </>
  )
}

const [CORE, ROSTER, DEMOGRAPHICS] = ROSTER_SCOPES
const SCOPE_NAMES = {
  [CORE]: 'core',
  [ROSTER]: 'roster',
  [DEMOGRAPHICS]: 'demographics',
  [SEND_MESSAGES]: 'messages',
  [WRITE_TODOS]: 'todos',
} as const

const readsRosters = (scopes: readonly string[]) => ROSTER_SCOPES.some((scope) => scopes.includes(scope))
const writes = (scopes: readonly string[]) => [SEND_MESSAGES, WRITE_TODOS].some((scope) => scopes.includes(scope))

type Kind = 'secret' | 'none' | 'roster'
interface Values extends Omit<
  Input,
  'clientId' | 'version' | 'redirectUris' | 'postLogoutRedirectUris' | 'confidential'
> {
  readonly redirectUris: string
  readonly postLogoutRedirectUris: string
  /** What it is for, and whether it keeps a secret. */
  readonly keeping: Kind
}

const EMPTY: Values = {
  name: '',
  englishName: '',
  enabled: true,
  redirectUris: '',
  postLogoutRedirectUris: '',
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
  mayGiveAdminTickets,
  givable,
  onClose,
  onSecret,
}: {
  client: AdminClient | null
  mayGiveAdminTickets: boolean
  givable: readonly OwnScope[]
  onClose: () => void
  onSecret: (told: NewSecret) => void
}) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
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
    values: client ? valuesOf(client) : { ...EMPTY, ownScopes: EMPTY.ownScopes.filter((one) => givable.includes(one)) },
    record: { endpoint: saveClient, version: client?.version ?? null, valuesOf },
    texts: { ownScopes: t('signIn.clients.scopesMissing') },
    async submit(input, version) {
      const sent = { ...input, version }
      const { settings, clientId, secret } = await portal.call(saveClient, sent, { quiet: true })
      show(settings, t(client ? 'settings.saved' : 'signIn.added', { name: nameIn(input, language) }))
      onClose()
      if (!client) onSecret({ clientId, secret, ownScopes: input.ownScopes })
    },
  })
  const kind = form.watch('keeping')
  const isRoster = kind === 'roster'
  const issuesTickets = form.watch('mayIssueTickets')
  const isGivable = (scope: string) => givable.some((one) => one === scope)
  /** The client has scopes that the caller may not give, so the caller can neither renew its secret nor turn it on again. */
  const doesMore = client?.ownScopes.some((scope) => !isGivable(scope)) ?? false
  const isTold = form.watch('backchannelLogoutUri').trim() !== ''

  return (
    <>
      <FormDialog
        title={t(client ? 'signIn.clients.edit' : 'signIn.clients.add')}
        form={form}
        action={client ? t('signIn.save') : t('signIn.clients.addThis')}
        onClose={onClose}
      >
        <TextField {...form.field('name')} label={t('units.name')} />
        <TextField {...form.field('englishName')} label={t('structure.englishName')} />
        {client ? (
          <CopyText label={t('signIn.clients.clientId')} text={client.clientId} />
        ) : (
          <SelectField
            {...form.field('keeping')}
            label={t('signIn.clients.keeping')}
            hint={t('signIn.clients.keepingHint')}
            options={[
              ['secret', t('signIn.clients.keepings.secret')],
              ['none', t('signIn.clients.keepings.none')],
              ...(givable.length > 0 ? [['roster', t('signIn.clients.keepings.roster')] as const] : []),
            ]}
          />
        )}
        {isRoster ? (
          <ChoicesField
            type="checkbox"
            name="ownScopes"
            label={t('signIn.clients.scopes')}
            error={form.errorOf('ownScopes')}
            chosen={form.watch('ownScopes')}
            hint={givable.length < OWN_SCOPES.length ? t('signIn.clients.scopesOwn') : ''}
            options={OWN_SCOPES.filter((scope) => isGivable(scope) || client?.ownScopes.includes(scope)).map(
              (scope) => [scope, t(`signIn.clients.scopeNames.${SCOPE_NAMES[scope]}`)] as const,
            )}
            onChange={(chosen) => form.change('ownScopes', chosen)}
          />
        ) : (
          <>
            <LinesField
              autoComplete="off"
              {...form.field('redirectUris')}
              label={t('signIn.clients.redirects')}
              hint={t(kind === 'none' ? 'signIn.clients.appRedirectsHint' : 'signIn.clients.redirectsHint')}
              maxLength={REDIRECTS_MAX * (ADDRESS_LENGTH + 1)}
              inputMode="url"
              placeholder="https://app.example.com/callback"
            />
            <SwitchField
              {...form.register('trusted')}
              label={t('signIn.clients.trusted')}
              warning={t('signIn.clients.trustedHint')}
            />
            <details className="ad-details">
              <summary>{t('signIn.more')}</summary>
              <TextField
                {...form.field('entryUrl')}
                label={t('signIn.clients.entry')}
                hint={t('signIn.clients.entryHint')}
                maxLength={ADDRESS_LENGTH}
                inputMode="url"
              />
              <LinesField
                autoComplete="off"
                {...form.field('postLogoutRedirectUris')}
                label={t('signIn.clients.afterLogout')}
                hint={t('signIn.clients.afterLogoutHint')}
                maxLength={REDIRECTS_MAX * (ADDRESS_LENGTH + 1)}
                inputMode="url"
                placeholder="https://app.example.com/signed-out"
              />
              <TextField
                {...form.field('backchannelLogoutUri')}
                label={t('signIn.clients.logout')}
                hint={t('signIn.clients.logoutHint')}
                maxLength={ADDRESS_LENGTH}
                inputMode="url"
                placeholder="https://app.example.com/backchannel-logout"
              />
              {isTold && (
                <SwitchField
                  {...form.register('backchannelLogoutSessionRequired')}
                  label={t('signIn.clients.logoutSession')}
                  hint={t('signIn.clients.logoutSessionHint')}
                />
              )}
              {kind === 'secret' && (
                <>
                  <SwitchField
                    {...form.register('pkceRequired')}
                    label={t('signIn.clients.pkce')}
                    hint={t('signIn.clients.pkceHint')}
                  />
                  <SwitchField
                    {...form.register('mayIssueTickets')}
                    label={t('signIn.clients.tickets')}
                    warning={t('signIn.clients.ticketsHint')}
                  />
                  {issuesTickets && (
                    <SwitchField
                      {...form.register('adminTickets')}
                      label={t('signIn.clients.adminTickets')}
                      disabled={!mayGiveAdminTickets}
                      hint={mayGiveAdminTickets ? '' : t('signIn.administratorsOnly')}
                      warning={t('signIn.clients.adminTicketsHint')}
                    />
                  )}
                </>
              )}
            </details>
          </>
        )}
        <SwitchField
          {...form.register('enabled')}
          disabled={doesMore && client?.enabled === false}
          label={t('signIn.clients.enabled')}
          hint={t(isRoster ? 'signIn.clients.rosterEnabledHint' : 'signIn.clients.enabledHint')}
        />
        {doesMore && <p className="n-hint">{t('signIn.clients.doesMore')}</p>}
        {client?.secretSet && !doesMore && (
          <div>
            <Button needsNetwork onClick={() => setRotating(true)}>
              {t('signIn.clients.rotate')}
            </Button>
          </div>
        )}
      </FormDialog>
      {client && rotating && (
        <ConfirmDialog
          question={t('signIn.clients.rotateQuestion')}
          hint={t(isRoster ? 'signIn.clients.rosterRotateHint' : 'signIn.clients.rotateHint')}
          action={t('signIn.clients.rotate')}
          onClose={() => setRotating(false)}
          onConfirm={async () => {
            const { secret } = await portal.call(rotateClientSecret, { clientId: client.clientId }, { quiet: true })
            setRotating(false)
            onSecret({ clientId: client.clientId, secret, ownScopes: client.ownScopes })
          }}
        />
      )}
    </>
  )
}

function valuesOf({ secretSet, redirectUris, postLogoutRedirectUris, ...client }: AdminClient): Values {
  const ownScopes = OWN_SCOPES.filter((scope) => client.ownScopes.includes(scope))
  const readsAlone = redirectUris.length === 0 && ownScopes.length > 0
  const { name, englishName, enabled, pkceRequired, trusted, entryUrl, mayIssueTickets, adminTickets } = client
  const { backchannelLogoutUri, backchannelLogoutSessionRequired } = client
  const values = { name, englishName, enabled, pkceRequired, trusted, entryUrl, mayIssueTickets, adminTickets }
  const logout = { backchannelLogoutUri, backchannelLogoutSessionRequired }
  const keeping = readsAlone ? 'roster' : secretSet ? 'secret' : 'none'
  const addresses = {
    redirectUris: redirectUris.join('\n'),
    postLogoutRedirectUris: postLogoutRedirectUris.join('\n'),
  }
  return { ...values, ...logout, ...addresses, ownScopes, keeping }
}

/**
 * A public application needs PKCE and issues no tickets; without tickets there are none for administrators. What an application of another kind had been
 * given by other means stays as it is.
 */
function inputOf(
  { redirectUris, postLogoutRedirectUris, keeping, ...values }: Values,
  client: AdminClient | null,
): Input {
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
    postLogoutRedirectUris: linesOf(postLogoutRedirectUris),
    version: client?.version ?? null,
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
    postLogoutRedirectUris: [],
    confidential: true,
    version: client?.version ?? null,
    ...(client && { clientId: client.clientId }),
  }
}

interface NewSecret {
  readonly clientId: string
  readonly secret: string | null
  readonly ownScopes: readonly string[]
}

/** Shows what to enter at the application, with the secret this once. */
function SecretDialog({ told: { clientId, secret, ownScopes }, onClose }: { told: NewSecret; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog
      title={t('signIn.clients.toEnter')}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t(secret === null ? 'action.done' : 'signIn.clients.copied')}
        </Button>
      }
    >
      <div className="k-form">
        <CopyText label={t('signIn.clients.clientId')} text={clientId} />
        {secret === null ? (
          <p className="n-hint">{t('signIn.clients.noSecret')}</p>
        ) : (
          <CopyText label={t('signIn.clients.secret')} text={secret} hint={t('signIn.clients.secretHint')} />
        )}
        {ownScopes.length > 0 && (
          <CopyText label={t('signIn.clients.tokenAddress')} text={location.origin + TOKEN_PATH} />
        )}
        {readsRosters(ownScopes) && (
          <CopyText label={t('signIn.clients.rosterAddress')} text={location.origin + ONE_ROSTER_PATH} />
        )}
        {writes(ownScopes) && (
          <CopyText label={t('signIn.clients.messagesAddress')} text={location.origin + THIRD_PARTY_PATH} />
        )}
      </div>
    </Dialog>
  )
}
