import './authorize.css'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { failureNotice } from '../../core/notices/failure-message.ts'
import { leaveForLogin } from '../../core/session/home-path.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { UnitCard } from '../../ui/layout/UnitCard.tsx'
import { useAuthorization } from './use-authorization.ts'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { AccountCard } from './AccountCard.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { SignInCard } from './SignInCard.tsx'

/** Answers a third party's request for authorization, and asks the user what it needs for that. `user` is null for a request that is answered without one. */
export function AuthorizePage({
  user,
  unit,
  search,
  onOtherAccount,
  onDesktop,
}: {
  user: SessionUser | null
  unit: UnitConfig | null
  search: string
  onOtherAccount: () => void
  onDesktop: () => void
}) {
  const language = useLanguage()
  const { t } = useTranslation('externalAccount')
  const { state, retry, answer } = useAuthorization(search)
  const asked = state.status === 'question' || state.status === 'going' ? state.asked : null
  const client = asked ? (language === 'en' && asked.clientEnglishName) || asked.clientName : ''
  const step = state.status === 'question' ? state.step : null
  const title = step === null || step === 'consent' ? 'title' : (`titles.${step}` as const)
  const signsInFirst = step !== null && user === null

  useEffect(() => {
    if (client) document.title = t(`consent.${title}`, { client })
  }, [client, title, t])
  useEffect(() => {
    if (signsInFirst) leaveForLogin()
  }, [signsInFirst])

  if (state.status === 'question' && user) {
    const failure = state.error === null ? '' : failureNotice(state.error).text
    const card = { asked: state.asked, client, user, sending: state.sending, failure, onAnswer: answer, onOtherAccount }
    return (
      <UnitCard unit={unit}>
        {state.step === 'consent' ? (
          <ConsentCard {...card} />
        ) : state.step === 'sign-in' ? (
          <SignInCard {...card} onSignedIn={retry} />
        ) : (
          <AccountCard {...card} step={state.step} />
        )}
      </UnitCard>
    )
  }
  return (
    <UnitCard unit={unit}>
      {state.status === 'going' ? (
        <>
          <p className="z-wait" role="status">
            {t('consent.going', { client })}
          </p>
          {state.address !== null && (
            <p className="z-back">
              <a href={state.address}>{t('consent.open', { client })}</a>
            </p>
          )}
        </>
      ) : state.status === 'asking' || state.status === 'question' ? (
        <Skeleton label={t('consent.asking')} lines={6} />
      ) : (
        <EmptyState
          titleAs="h1"
          title={t(state.status === 'failed' ? 'consent.failedTitle' : 'consent.refusedTitle')}
          hint={
            state.status === 'failed'
              ? t('consent.failedHint')
              : [state.error === null ? '' : failureNotice(state.error).text, t('consent.refusedHint')]
                  .filter(Boolean)
                  .join(' ')
          }
          action={
            state.status === 'failed' ? (
              <RetryButton onRetry={retry} />
            ) : (
              <Button kind="primary" onClick={onDesktop}>
                {t('consent.toDesktop')}
              </Button>
            )
          }
        />
      )}
    </UnitCard>
  )
}
