import './authorize.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../contract/error-texts.ts'
import { logoutRequest } from '../../../../contract/endpoints/sign-in/sso.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { call } from '../../core/api/call.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { checkSession } from '../../core/session/check-session.ts'
import { session } from '../../core/session/session.ts'
import { signOut } from '../../core/session/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { UnitCard } from '../../ui/layout/UnitCard.tsx'
import { CardAccount } from './card-parts.tsx'

type Asked = ResponseOf<typeof logoutRequest>
/** `going`: the browser leaves the page. */
type Left = 'going' | 'done'

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
  const query = useQuery({
    queryKey: [logoutRequest.name, search],
    queryFn: () => ask(search),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = query
  const [pressed, setPressed] = useState<Left | null>(null)
  const left = pressed ?? data?.left

  const isDone = left === 'done'
  const client = (language === 'en' && data?.asked.clientEnglishName) || data?.asked.clientName
  const title = isDone ? t('logout.done') : client ? t('logout.titleOf', { client }) : t('logout.title')
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <UnitCard unit={unit}>
      {isDone ? (
        <EmptyState
          titleAs="h1"
          title={title}
          hint={t('logout.doneHint')}
          action={
            <a className="k-button k-button--primary" href="/login">
              {t('logout.again')}
            </a>
          }
        />
      ) : left === 'going' ? (
        <p className="z-wait" role="status">
          {t('logout.going')}
        </p>
      ) : (
        <>
          <h1>{title}</h1>
          <Loaded query={query} lines={4} text={{ failed: t('consent.failedTitle'), safe: t('logout.stillIn') }}>
            {({ asked, user }) =>
              user && (
                <>
                  <p className="k-soft">{t('logout.hint')}</p>
                  {asked.problem && <p role="alert">{errorText(asked.problem, language)}</p>}
                  <CardAccount user={user} disabled={false} onOtherAccount={null} />
                  <div className="z-answers">
                    <Button onClick={() => onDesktop(user)}>{t('logout.stay')}</Button>
                    <Button
                      kind="primary"
                      onClick={() => {
                        setPressed('going')
                        void leave(asked).then(setPressed)
                      }}
                    >
                      {t('logout.confirm')}
                    </Button>
                  </div>
                </>
              )
            }
          </Loaded>
        </>
      )}
    </UnitCard>
  )
}

/** What the user is asked, or what came of it without a question. */
async function ask(search: string) {
  const query = new URLSearchParams(search)
  const given = NAMES.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value] as const] : []
  })
  await checkSession()
  const { current } = session
  if (current.status === 'unreachable') throw new PortalError('network.offline')
  const asked = await call(logoutRequest, Object.fromEntries(given))
  if (current.status !== 'in') return { asked, user: null, left: goBack(asked) }
  return { asked, user: current.user, left: asked.ask ? null : await leave(asked) }
}

/** Never rejects. */
async function leave(asked: Asked): Promise<Left> {
  await signOut()
  return goBack(asked)
}

function goBack({ address }: Asked): Left {
  if (address === null) return 'done'
  location.replace(address)
  return 'going'
}
