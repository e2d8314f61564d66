import './authorize.css'
import { useLanguage } from '../../core/language/use-language.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { UnitConfig } from '../../../../contract/endpoints/tenant.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { UnitCard } from '../../ui/layout/UnitCard.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { useAuthorization } from './use-authorization.ts'
import { describeFailure } from '../../core/notices/report-failure.ts'

export function AuthorizePage({
  user,
  unit,
  search,
  onOtherAccount,
  onDesktop,
}: {
  user: SessionUser
  unit: UnitConfig | null
  search: string
  onOtherAccount: () => void
  onDesktop: () => void
}) {
  const language = useLanguage()
  const { t } = useTranslation('elsewhere')
  const { t: common } = useTranslation('common')
  const { state, retry, answer } = useAuthorization(search)
  const nameOf = (asked: { clientName: string; clientEnglishName: string }) =>
    (language === 'en' && asked.clientEnglishName) || asked.clientName
  const client = state.status === 'consent' || state.status === 'going' ? nameOf(state.asked) : ''

  useEffect(() => {
    if (client) document.title = t('consent.title', { client })
  }, [client, t])

  return (
    <UnitCard unit={unit}>
      {state.status === 'consent' ? (
        <ConsentCard
          asked={state.asked}
          client={client}
          user={user}
          sending={state.sending}
          failure={state.error === null ? '' : describeFailure(state.error)}
          onAnswer={answer}
          onOtherAccount={onOtherAccount}
        />
      ) : state.status === 'going' ? (
        <p className="z-wait" role="status">
          {t('consent.going', { client })}
        </p>
      ) : state.status === 'asking' ? (
        <Skeleton label={t('consent.asking')} lines={6} />
      ) : (
        <EmptyState
          titleAs="h1"
          title={t(state.status === 'failed' ? 'consent.failedTitle' : 'consent.refusedTitle')}
          hint={
            state.status === 'failed'
              ? t('consent.failedHint')
              : [state.error === null ? '' : describeFailure(state.error), t('consent.refusedHint')]
                  .filter(Boolean)
                  .join(' ')
          }
          action={
            state.status === 'failed' ? (
              <Button kind="primary" onClick={retry}>
                {common('retry')}
              </Button>
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
