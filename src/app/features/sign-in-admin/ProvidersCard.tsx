import plus from '@phosphor-icons/core/regular/plus.svg?raw'
import identification from '@phosphor-icons/core/regular/identification-card.svg?raw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  deleteProvider,
  type AdminProvider,
  type SignInSettings,
} from '../../../../contract/endpoints/sign-in-admin.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../core/notices/notices.ts'
import { useAdmin } from './admin-context.ts'
import { Card } from './Card.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { CopyText } from './CopyText.tsx'
import { afterDeletion } from './delete-entry.ts'
import { EntryList } from './EntryList.tsx'
import { nameIn } from './name-in.ts'
import { ProviderDialog } from './ProviderDialog.tsx'

/** The accounts elsewhere that people of the unit may sign in with. */
export function ProvidersCard({ settings: { providers, callbackPath } }: { settings: SignInSettings }) {
  const { t } = useTranslation('signInAdmin')
  const callbackUrl = location.origin + callbackPath
  const { language, online, show } = useAdmin()
  const [editing, setEditing] = useState<AdminProvider | 'new' | null>(null)
  const [deleting, setDeleting] = useState<AdminProvider | null>(null)

  return (
    <Card
      title={t('providers.title')}
      hint={t('providers.hint')}
      action={
        <Button icon={plus} disabled={!online} onClick={() => setEditing('new')}>
          {t('providers.add')}
        </Button>
      }
    >
      <ConfirmDialog
        open={deleting !== null}
        question={t('providers.deleteQuestion', { name: deleting ? nameIn(deleting, language) : '' })}
        hint={t('providers.deleteHint')}
        action={t('delete')}
        onClose={() => setDeleting(null)}
        onConfirm={async () => {
          if (!deleting) return () => undefined
          const settings = await afterDeletion(call(deleteProvider, { providerId: deleting.providerId }))
          return () => {
            show(settings)
            notify('success', t('deleted', { name: nameIn(deleting, language) }))
          }
        }}
      />
      <CopyText label={t('providers.callback')} text={callbackUrl} hint={t('providers.callbackHint')} />
      <EntryList
        glyph={identification}
        empty={t('providers.none')}
        entries={providers.map((provider) => ({
          key: provider.providerId,
          name: nameIn(provider, language),
          enabled: provider.enabled,
          tags: [],
          facts: [t(`providers.kinds.${provider.kind}`), provider.clientId],
          onEdit: () => setEditing(provider),
          onDelete: () => setDeleting(provider),
        }))}
      />
      <ProviderDialog editing={editing} callbackUrl={callbackUrl} onClose={() => setEditing(null)} />
    </Card>
  )
}
