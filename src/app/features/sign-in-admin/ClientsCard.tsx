import plus from '@phosphor-icons/core/regular/plus.svg?raw'
import plugs from '@phosphor-icons/core/regular/plugs-connected.svg?raw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteClient, type AdminClient, type SignInSettings } from '../../../../contract/endpoints/sign-in-admin.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../core/notices/notices.ts'
import { useAdmin } from './admin-context.ts'
import { Card } from './Card.tsx'
import { ClientDialog } from './ClientDialog.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { CopyText } from './CopyText.tsx'
import { afterDeletion } from './delete-entry.ts'
import { EntryList } from './EntryList.tsx'
import { nameIn } from './name-in.ts'
import { SecretDialog, type NewSecret } from './SecretDialog.tsx'

/** The applications of others that sign people in through the portal. */
export function ClientsCard({ settings: { clients, discoveryPath } }: { settings: SignInSettings }) {
  const { t } = useTranslation('signInAdmin')
  const discoveryUrl = location.origin + discoveryPath
  const { language, online, show } = useAdmin()
  const [editing, setEditing] = useState<AdminClient | 'new' | null>(null)
  const [deleting, setDeleting] = useState<AdminClient | null>(null)
  const [secret, setSecret] = useState<NewSecret | null>(null)

  return (
    <Card
      title={t('clients.title')}
      hint={t('clients.hint')}
      action={
        <Button icon={plus} disabled={!online} onClick={() => setEditing('new')}>
          {t('clients.add')}
        </Button>
      }
    >
      <ConfirmDialog
        open={deleting !== null}
        question={t('clients.deleteQuestion', { name: deleting ? nameIn(deleting, language) : '' })}
        hint={t('clients.deleteHint')}
        action={t('delete')}
        onClose={() => setDeleting(null)}
        onConfirm={async () => {
          if (!deleting) return () => undefined
          const settings = await afterDeletion(call(deleteClient, { clientId: deleting.clientId }))
          return () => {
            show(settings)
            notify('success', t('deleted', { name: nameIn(deleting, language) }))
          }
        }}
      />
      <CopyText label={t('clients.discovery')} text={discoveryUrl} hint={t('clients.discoveryHint')} />
      <EntryList
        glyph={plugs}
        empty={t('clients.none')}
        entries={clients.map((client) => ({
          key: client.clientId,
          name: nameIn(client, language),
          enabled: client.enabled,
          tags: [client.trusted && t('clients.trustedTag'), client.mayIssueTickets && t('clients.ticketsTag')].filter(
            (tag) => tag !== false,
          ),
          facts: [client.clientId, ...client.redirectUris],
          onEdit: () => setEditing(client),
          onDelete: () => setDeleting(client),
        }))}
      />
      <ClientDialog editing={editing} onClose={() => setEditing(null)} onSecret={setSecret} />
      <SecretDialog told={secret} onClose={() => setSecret(null)} />
    </Card>
  )
}
