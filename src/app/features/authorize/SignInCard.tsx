import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signInTexts } from '../../core/session/login-texts.ts'
import { acceptSignIn, attemptSignIn, type SignedIn } from '../../core/session/session.ts'
import { leaveWithoutAsking } from '../../core/state/uploading.ts'
import { sharedUseKey } from '../../core/storage/local-keys.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { Button } from '../../ui/Button.tsx'
import { FormFailure } from '../../ui/form/FormFooter.tsx'
import { LoginForm, type LoginFormState } from '../../ui/sign-in/LoginForm.tsx'
import { CardBack, CardHead, type CardProps } from './card-parts.tsx'

/** Asks a user who is signed in to sign in once more, because the third party wants to be sure that they are still there. */
export function SignInCard({
  asked,
  client,
  user,
  sending,
  failure,
  onAnswer,
  onOtherAccount,
  onSignedIn,
}: CardProps & {
  /** The same user signed in again. */
  onSignedIn: () => void
}) {
  const language = useLanguage()
  const { t } = useTranslation('externalAccount')
  const [state, setState] = useState<LoginFormState>({ status: 'idle' })
  const [remembered] = useState({ username: user.loginName, password: '' })
  const follow = ({ start }: SignedIn) => {
    acceptSignIn(start ?? null)
    if (start?.me.userId === user.userId) {
      onSignedIn()
      return
    }
    // What this page holds belongs to the user before.
    leaveWithoutAsking()
    location.reload()
  }
  return (
    <>
      <CardHead logo={asked.clientLogo} client={client} title={t('consent.titles.sign-in', { client })} />
      <p className="k-soft">{t('consent.signInHint', { client })}</p>
      <LoginForm
        texts={signInTexts(language)}
        state={state}
        remembered={remembered}
        shared={sharedUseKey.get() !== null}
        onState={setState}
        signIn={attemptSignIn}
        onSignedIn={follow}
      />
      <FormFailure failure={failure} />
      <div className="z-answers">
        <Button kind="quiet" disabled={sending !== null} onClick={onOtherAccount}>
          {t('consent.otherWay')}
        </Button>
        <Button kind="quiet" busy={sending === 'refuse'} disabled={sending !== null} onClick={() => onAnswer('refuse')}>
          {t('consent.cancel')}
        </Button>
      </div>
      <CardBack host={asked.redirectHost} />
    </>
  )
}
