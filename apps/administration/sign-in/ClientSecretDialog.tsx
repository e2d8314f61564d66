import { THIRD_PARTY_PATH } from '../../../contract/endpoints/sign-in/third-party.ts'
import { ONE_ROSTER_PATH, ROSTER_SCOPES, TOKEN_PATH } from '../../../contract/rules/one-roster.ts'
import { SEND_MESSAGES, WRITE_TODOS } from '../../../contract/rules/own-scopes.ts'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { CopyText } from '../../../src/app/ui/fields/CopyText.tsx'
import { useTexts } from '../portal-context.ts'

export const readsRosters = (scopes: readonly string[]) => ROSTER_SCOPES.some((scope) => scopes.includes(scope))
export const writes = (scopes: readonly string[]) =>
  [SEND_MESSAGES, WRITE_TODOS].some((scope) => scopes.includes(scope))

export interface NewSecret {
  readonly clientId: string
  readonly secret: string | null
  readonly ownScopes: readonly string[]
}

/** What to enter at the application, with the secret this once. */
export function ClientSecretDialog({
  told: { clientId, secret, ownScopes },
  onClose,
}: {
  told: NewSecret
  onClose: () => void
}) {
  const t = useTexts()
  return (
    <Dialog
      title={t('signIn.clients.toEnter')}
      width={NARROW_DIALOG}
      onClose={onClose}
      done={t(secret === null ? 'action.done' : 'signIn.clients.copied')}
    >
      <div className="k-form">
        <CopyText label={t('signIn.clients.clientId')} text={clientId} />
        {secret === null ? (
          <p className="k-soft">{t('signIn.clients.noSecret')}</p>
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
