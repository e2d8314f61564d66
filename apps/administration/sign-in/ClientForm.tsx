import * as z from 'zod/mini'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import {
  ADDRESS_LENGTH,
  REDIRECTS_MAX,
  rotateClientSecret,
  saveClient,
  type AdminClient,
} from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { ROSTER_SCOPES } from '../../../contract/rules/one-roster.ts'
import { OWN_SCOPES, type OwnScope, SEND_MESSAGES, WRITE_TODOS } from '../../../contract/rules/own-scopes.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { CopyText } from '../../../src/app/ui/fields/CopyText.tsx'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { ConfirmButton } from '../../../src/app/ui/dialog/DialogButton.tsx'
import { useLabels, useLocale } from '../portal-context.ts'
import type { NewSecret } from './ClientSecretDialog.tsx'
import { inputOf, NEW_CLIENT, valuesOf, type ClientValues } from './client-form.ts'

const [CORE, ROSTER, DEMOGRAPHICS] = ROSTER_SCOPES
const SCOPE_NAMES = {
  [CORE]: 'core',
  [ROSTER]: 'roster',
  [DEMOGRAPHICS]: 'demographics',
  [SEND_MESSAGES]: 'messages',
  [WRITE_TODOS]: 'todos',
} as const

/** The dialog with a third-party application; null for a new one. */
export function ClientForm({
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
  const { t, nameOf } = useLocale()
  const labels = useLabels()
  const save = useChange(saveClient, {
    done: (_, input) => (client ? t('settings.saved') : t('form.added', { name: nameOf(input) })),
    renews: [signInAdmin.settings],
  })
  const rotate = useChange(rotateClientSecret)
  const form = useForm({
    schema: z.pipe(
      z.transform((values: ClientValues, { issues }) => {
        // The contract misses a redirect address, which this kind has no field for.
        if (values.keeping === 'roster' && values.ownScopes.length === 0)
          issues.push({ code: 'custom', message: 'field.required', path: ['ownScopes'], input: values })
        return inputOf(values, client)
      }),
      saveClient.request,
    ),
    values: client
      ? valuesOf(client)
      : { ...NEW_CLIENT, ownScopes: NEW_CLIENT.ownScopes.filter((one) => givable.includes(one)) },
    record: { endpoint: saveClient, version: client?.version ?? null, valuesOf },
    texts: { ownScopes: t('signIn.clients.scopesMissing') },
    async submit(input, version) {
      const { clientId, secret } = await save.mutateAsync({ ...input, version })
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
  const address = { maxLength: ADDRESS_LENGTH, inputMode: 'url' } as const
  const addresses = { ...address, autoComplete: 'off', maxLength: REDIRECTS_MAX * (ADDRESS_LENGTH + 1) } as const

  return (
    <FormDialog
      title={t(client ? 'signIn.clients.edit' : 'signIn.clients.add')}
      form={form}
      action={client ? t('action.save') : t('signIn.clients.addThis')}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label={t('units.name')} />
      <TextField {...form.field('englishName')} label={t('structure.englishName')} />
      {client ? (
        <CopyText label={t('signIn.clients.clientId')} text={client.clientId} />
      ) : (
        <SelectField
          {...form.field('keeping')}
          {...labels('signIn.clients.keeping')}
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
            {...form.field('redirectUris')}
            {...addresses}
            label={t('signIn.clients.redirects')}
            hint={t(kind === 'none' ? 'signIn.clients.appRedirectsHint' : 'signIn.clients.redirectsHint')}
            placeholder="https://app.example.com/callback"
          />
          <SwitchField
            {...form.register('trusted')}
            label={t('signIn.clients.trusted')}
            warning={t('signIn.clients.trustedHint')}
          />
          <details className="ad-details">
            <summary>{t('imports.settings')}</summary>
            <TextField {...form.field('entryUrl')} {...labels('signIn.clients.entry')} {...address} />
            <LinesField
              {...form.field('postLogoutRedirectUris')}
              {...labels('signIn.clients.afterLogout')}
              {...addresses}
              placeholder="https://app.example.com/signed-out"
            />
            <TextField
              {...form.field('backchannelLogoutUri')}
              label={t('trail.fields.backchannelLogoutUri')}
              hint={t('signIn.clients.logoutHint')}
              {...address}
              placeholder="https://app.example.com/backchannel-logout"
            />
            {isTold && (
              <SwitchField
                {...form.register('backchannelLogoutSessionRequired')}
                {...labels('signIn.clients.logoutSession')}
              />
            )}
            {kind === 'secret' && (
              <>
                <SwitchField {...form.register('pkceRequired')} {...labels('signIn.clients.pkce')} />
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
        label={t('signIn.providers.enabled')}
        hint={t(isRoster ? 'signIn.clients.rosterEnabledHint' : 'signIn.clients.enabledHint')}
      />
      {doesMore && <p className="k-soft">{t('signIn.clients.doesMore')}</p>}
      {client?.secretSet && !doesMore && (
        <div>
          <ConfirmButton
            question={t('signIn.clients.rotateQuestion')}
            hint={t(isRoster ? 'signIn.clients.rosterRotateHint' : 'signIn.clients.rotateHint')}
            action={t('signIn.clients.rotate')}
            change={async () => {
              const { secret } = await rotate.mutateAsync({ clientId: client.clientId })
              onSecret({ clientId: client.clientId, secret, ownScopes: client.ownScopes })
            }}
          />
        </div>
      )}
    </FormDialog>
  )
}
