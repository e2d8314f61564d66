import './authorize.css'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../contract/error-texts.ts'
import { logoutRequest } from '../../../../contract/endpoints/sign-in/sso.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../../core/api/call.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { checkSession } from '../../core/session/check-session.ts'
import { session } from '../../core/session/session.ts'
import { signOut } from '../../core/session/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { UnitCard } from '../../ui/layout/UnitCard.tsx'
import { CardAccount } from './card-parts.tsx'

type Asked = ResponseOf<typeof logoutRequest>

type Leaving =
  | { status: 'asking' }
  | { status: 'failed' }
  | { status: 'question'; asked: Asked; user: SessionUser }
  | { status: 'going' }
  | { status: 'done' }

const NAMES = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'] as const

/** Signs the user out of the portal at the request of a third party, after a question where the request does not prove whose it is, and leads back to it. */
export function LogoutPage({
  unit,
  search,
  onDesktop,
}: {
  unit: UnitConfig | null
  search: string
  onDesktop: (user: SessionUser) => void
}) {
  const language = useLanguage()
  const { t } = useTranslation('externalAccount')
  const [state, setState] = useState<Leaving>({ status: 'asking' })

  const begin = () => {
    setState({ status: 'asking' })
    void ask(search).then(setState)
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each address
  useEffect(begin, [search])

  const asked = state.status === 'question' ? state.asked : null
  const client = (language === 'en' && asked?.clientEnglishName) || asked?.clientName
  const title =
    state.status === 'done' ? t('logout.done') : client ? t('logout.titleOf', { client }) : t('logout.title')
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <UnitCard unit={unit}>
      {state.status === 'asking' ? (
        <Skeleton label={t('consent.asking')} lines={4} />
      ) : state.status === 'going' ? (
        <p className="z-wait" role="status">
          {t('logout.going')}
        </p>
      ) : state.status === 'question' ? (
        <>
          <h1>{title}</h1>
          <p className="k-soft">{t('logout.hint')}</p>
          {state.asked.problem && <p role="alert">{errorText(state.asked.problem, language)}</p>}
          <CardAccount user={state.user} disabled={false} onOtherAccount={null} />
          <div className="z-answers">
            <Button onClick={() => onDesktop(state.user)}>{t('logout.stay')}</Button>
            <Button
              kind="primary"
              onClick={() => {
                setState({ status: 'going' })
                void leave(state.asked).then(setState)
              }}
            >
              {t('logout.confirm')}
            </Button>
          </div>
        </>
      ) : (
        <EmptyState
          titleAs="h1"
          title={t(state.status === 'failed' ? 'consent.failedTitle' : 'logout.done')}
          hint={t(state.status === 'failed' ? 'logout.failedHint' : 'logout.doneHint')}
          action={
            state.status === 'failed' ? (
              <RetryButton onRetry={begin} />
            ) : (
              <a className="k-button k-button--primary" href="/login">
                {t('logout.again')}
              </a>
            )
          }
        />
      )}
    </UnitCard>
  )
}

/** Never rejects. */
async function ask(search: string): Promise<Leaving> {
  const query = new URLSearchParams(search)
  const given = NAMES.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value] as const] : []
  })
  await checkSession()
  const current = session.current
  if (current.status === 'unreachable') return { status: 'failed' }
  try {
    const asked = await call(logoutRequest, Object.fromEntries(given))
    if (current.status !== 'in') return goBack(asked)
    return asked.ask ? { status: 'question', asked, user: current.user } : await leave(asked)
  } catch {
    return { status: 'failed' }
  }
}

async function leave(asked: Asked): Promise<Leaving> {
  await signOut()
  return goBack(asked)
}

function goBack({ address }: Asked): Leaving {
  if (address === null) return { status: 'done' }
  location.replace(address)
  return { status: 'going' }
}
