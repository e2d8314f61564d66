import Identification from '@phosphor-icons/core/regular/identification-card.svg?react'
import { deleteProvider, type SignInSettings } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { EntryCard } from './EntryCard.tsx'
import { CopyText } from '../../../src/app/ui/fields/CopyText.tsx'
import { ProviderForm } from './ProviderForm.tsx'
import { useTexts } from '../portal-context.ts'

export function ProvidersCard({
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
