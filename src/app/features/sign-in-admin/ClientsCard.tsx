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
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { nameIn, ShowSettings } from './admin-context.ts'
import { EntryCard } from './EntryCard.tsx'
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
        describe={({ clientId, trusted, mayIssueTickets, redirectUris }) => ({
          key: clientId,
          tags: [trusted && t('clients.trustedTag'), mayIssueTickets && t('clients.ticketsTag')].filter(
            (tag) => tag !== false,
          ),
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

const EMPTY = {
  name: '',
  englishName: '',
  enabled: true,
  redirectUris: '',
  keeping: 'secret',
  pkceRequired: true,
  trusted: false,
  entryUrl: '',
  mayIssueTickets: false,
}
type Values = typeof EMPTY

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
      z.transform((values: Values) => inputOf(values, client)),
      saveClient.request,
    ),
    values: client ? valuesOf(client) : EMPTY,
    async submit(input) {
      const { settings, clientId, secret } = await call(saveClient, input)
      show(settings, t(client ? 'saved' : 'added', { name: nameIn(input, language) }))
      onClose()
      if (!client) onSecret({ clientId, secret })
    },
  })
  const keepsSecret = form.watch('keeping') === 'secret'

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
        <LinesField
          autoComplete="off"
          {...form.field('redirectUris')}
          label={t('clients.redirects')}
          hint={t('clients.redirectsHint')}
          maxLength={REDIRECTS_MAX * (ADDRESS_LENGTH + 1)}
          inputMode="url"
          placeholder="https://app.example.com/callback"
        />
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
            ]}
          />
        )}
        <SwitchField {...form.register('trusted')} label={t('clients.trusted')} warning={t('clients.trustedHint')} />
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
          {keepsSecret && (
            <>
              <SwitchField {...form.register('pkceRequired')} label={t('clients.pkce')} hint={t('clients.pkceHint')} />
              <SwitchField
                {...form.register('mayIssueTickets')}
                label={t('clients.tickets')}
                warning={t('clients.ticketsHint')}
              />
            </>
          )}
        </details>
        <SwitchField {...form.register('enabled')} label={t('clients.enabled')} hint={t('clients.enabledHint')} />
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
          hint={t('clients.rotateHint')}
          action={t('clients.rotate')}
          onClose={() => setRotating(false)}
          onConfirm={async () => {
            const { secret } = await call(rotateClientSecret, { clientId: client.clientId })
            setRotating(false)
            onSecret({ clientId: client.clientId, secret })
          }}
        />
      )}
    </>
  )
}

function valuesOf({ secretSet, redirectUris, ...client }: AdminClient): Values {
  const { name, englishName, enabled, pkceRequired, trusted, entryUrl, mayIssueTickets } = client
  const values = { name, englishName, enabled, pkceRequired, trusted, entryUrl, mayIssueTickets }
  return { ...values, redirectUris: redirectUris.join('\n'), keeping: secretSet ? 'secret' : 'none' }
}

/** A public application needs PKCE and issues no tickets. */
function inputOf({ redirectUris, keeping, ...values }: Values, client: AdminClient | null): Input {
  const confidential = keeping === 'secret'
  return {
    ...values,
    confidential,
    pkceRequired: !confidential || values.pkceRequired,
    mayIssueTickets: confidential && values.mayIssueTickets,
    redirectUris: linesOf(redirectUris),
    ...(client && { clientId: client.clientId }),
  }
}

interface NewSecret {
  readonly clientId: string
  readonly secret: string | null
}

/** Shows what to enter at the application, with the secret this once. */
function SecretDialog({ told: { clientId, secret }, onClose }: { told: NewSecret; onClose: () => void }) {
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
      </div>
    </Dialog>
  )
}
