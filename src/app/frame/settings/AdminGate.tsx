import '../../ui/layout/page.css'
import './settings.css'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { adminAccess, proveSecondFactor } from '../../../../contract/endpoints/sign-in/admin-access.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { settingsPath } from '../../../../contract/pages.ts'
import { call } from '../../core/api/call.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { renew } from '../../core/query/query-client.ts'
import { leaveAccount } from '../../core/session/leave-account.ts'
import { signOut } from '../../core/session/sign-out.ts'
import { ProofDialog } from '../../features/account/proof/ProofDialog.tsx'
import settings from '../../locales/zh-CN/settings.json'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { accessQuery } from './access-query.ts'
import { Card } from '../../ui/record/Card.tsx'
import {
  administrationPart,
  partPage,
  setUpQuery,
  type AdministrationPart,
  type SettingsPart,
} from './settings-part.ts'

// English is in the shell's own pack.
addTexts('zh-CN', 'settings', settings)

type Part = SettingsPart | AdministrationPart
type User = Pick<SessionUser, 'unitType' | 'idPath'>

/** The application of administrators, or why this session may not see it and what to do. */
export default function AdminGate({ user, children }: { user: User; children: ReactNode }) {
  // The application changes the fragment without the router of the portal.
  const [part] = useState(() => administrationPart(location.hash))
  const query = useQuery(accessQuery)
  const { data: access } = query
  // Without an answer the application itself says what is wrong.
  if (!access) return query.isPending && query.fetchStatus === 'fetching' ? <Skeleton lines={10} /> : children
  if (!access.network)
    return <OutsideNetwork address={access.address} busy={query.isFetching} onAgain={() => void query.refetch()} />
  if (access.secondFactor !== 'ok') return <FactorMissing part={part} user={user} missing={access.secondFactor} />
  return children
}

function OutsideNetwork({ address, busy, onAgain }: { address: string; busy: boolean; onAgain: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <div className="k-page">
      <PageHeader title={t('gate.title')} />
      <Card>
        <p>{t('gate.network')}</p>
        <p className="set-gate__address">{t('gate.address', { address })}</p>
        <p>{t('gate.networkAsk')}</p>
        <div className="k-buttons">
          <Button busy={busy} onClick={onAgain}>
            {t('gate.again')}
          </Button>
        </div>
      </Card>
    </div>
  )
}

type Missing = Exclude<ResponseOf<typeof adminAccess>['secondFactor'], 'ok'>
const TEXTS = { none: 'gate.factorNone', code: 'gate.factorCode', passkey: 'gate.factorPasskey' } as const

function FactorMissing({ part, user, missing }: { part: Part; user: User; missing: Missing }) {
  const { t } = useTranslation('settings')
  const { pathname, search, hash } = useLocation()
  const [asking, setAsking] = useState(false)
  const signInAgain = async () => {
    await signOut()
    leaveAccount(`/login?${new URLSearchParams({ redirect_uri: pathname + search + hash }).toString()}`)
  }
  return (
    <div className="k-page">
      <PageHeader title={t('gate.factorTitle')} />
      <Card>
        <p>{t(TEXTS[missing])}</p>
        <div className="k-buttons">
          {missing === 'none' && (
            <Link
              className="k-button k-button--primary"
              to={{ pathname: settingsPath(user.unitType), search: setUpQuery(part) }}
            >
              {t('gate.factorSetUp')}
            </Link>
          )}
          {missing === 'code' && (
            <Button kind="primary" onClick={() => setAsking(true)}>
              {t('gate.factorEnter')}
            </Button>
          )}
          {missing === 'passkey' && (
            <Button kind="primary" onClick={() => void signInAgain()}>
              {t('gate.factorSignOut')}
            </Button>
          )}
        </div>
        {missing !== 'none' && <p className="k-note">{t('gate.factorLost')}</p>}
      </Card>
      <ProofDialog
        asked={
          asking
            ? {
                question: t('gate.factorEnter'),
                hint: t('gate.factorCode'),
                action: t('gate.factorConfirm'),
                kind: 'primary',
                async confirm({ password, otp = '' }) {
                  await call(proveSecondFactor, { password, otp })
                  await renew(adminAccess)
                  return t('gate.factorProved')
                },
              }
            : null
        }
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

/** On the own account: what to set up, and the way back to the part that asked for it. */
export function GoOn({ part, user }: { part: Part; user: User }) {
  const { t } = useTranslation('settings')
  const { data: access } = useQuery(accessQuery)
  const isDone = access?.secondFactor === 'ok'
  return (
    <div className={`set-go-on k-caution ${isDone ? 'set-go-on--done' : ''}`} role="status">
      <p>{t(isDone ? 'goOn.done' : 'goOn.hint')}</p>
      {!isDone && <Button onClick={showSecondStep}>{t('goOn.show')}</Button>}
      {isDone && (
        <Link className="k-button k-button--primary" to={partPage(user, part)}>
          {t('goOn.link', { part: t(`parts.${part}`) })}
        </Link>
      )}
    </div>
  )
}

/** Scrolls to the second step, which is far down the page. */
function showSecondStep(): void {
  const heading = document.getElementById('account-second-step')
  const section = heading?.closest('section')
  section?.scrollIntoView({ block: 'center' })
  section?.querySelector('button')?.focus({ preventScroll: true })
}
