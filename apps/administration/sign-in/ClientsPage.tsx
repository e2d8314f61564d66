import Plugs from '@phosphor-icons/core/regular/plugs-connected.svg?react'
import { useState } from 'react'
import { deleteClient, type SignInSettings } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { CopyText } from '../../../src/app/ui/fields/CopyText.tsx'
import { useTexts } from '../portal-context.ts'
import { ClientForm } from './ClientForm.tsx'
import { ClientSecretDialog, readsRosters, writes, type NewSecret } from './ClientSecretDialog.tsx'
import { EntryCard } from './EntryCard.tsx'
import { SignInFrame } from './SignInFrame.tsx'

/** Third-party applications that sign people in by the portal, or call it by themselves. */
export default function ClientsPage() {
  return <SignInFrame part="clients">{(settings) => <Clients settings={settings} />}</SignInFrame>
}

function Clients({
  settings: { clients, discoveryPath, reachesAllAccounts, givableScopes },
}: {
  settings: SignInSettings
}) {
  const t = useTexts()
  const call = useCall()
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
        remove={({ clientId }) => call(deleteClient, { clientId })}
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
      {secret && <ClientSecretDialog told={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
