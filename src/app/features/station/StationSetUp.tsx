import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeTree } from '../../../../contract/endpoints/applications/resources.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../../core/api/call.ts'
import { permissionCodes } from '../../core/permissions/permissions.ts'
import { checkSession } from '../../core/session/check-session.ts'
import { session } from '../../core/session/session.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { personName } from '../../micro-apps/names.ts'
import { registerDevice } from './register-device.ts'
import { RegisterStation } from './RegisterStation.tsx'
import type { StationDevice, StationStore } from './station-store.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { UnitCard } from '../../ui/layout/UnitCard.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'

/** The user of a device that is not a station yet. */
type Visitor =
  | { readonly is: 'unknown' }
  | { readonly is: 'unreachable' }
  | { readonly is: 'nobody' }
  | { readonly is: 'somebody'; readonly user: SessionUser }
  | { readonly is: 'admin' }

const SIGN_IN = `/login?redirect_uri=${encodeURIComponent('/pages/attendance/station')}`

/** Lets a signed-in administrator register this device as a station, which signs them out. */
export function StationSetUp({
  store,
  signOut,
  onRegistered,
}: {
  store: StationStore
  signOut: () => Promise<void>
  onRegistered: (device: StationDevice) => void
}) {
  const { t } = useTranslation('station')
  const language = useLanguage()
  const [visitor, setVisitor] = useState<Visitor>({ is: 'unknown' })

  useEffect(() => {
    if (visitor.is !== 'unknown') return undefined
    let isLeft = false
    void findVisitor().then((found) => {
      if (!isLeft) setVisitor(found)
    })
    return () => {
      isLeft = true
    }
  }, [visitor])

  return (
    <UnitCard unit={documentUnit()}>
      {visitor.is === 'admin' && (
        <RegisterStation
          register={async (form) => {
            const device = await registerDevice(store, documentUnit(), form)
            // The administrator's session must not stay on the tablet.
            await signOut()
            onRegistered(device)
          }}
        />
      )}
      {visitor.is === 'unknown' && <Skeleton label={t('register.asking')} lines={6} />}
      {visitor.is === 'unreachable' && (
        <EmptyState
          titleAs="h1"
          title={t('register.unreachable')}
          hint={t('register.unreachableHint')}
          action={<RetryButton onRetry={() => setVisitor({ is: 'unknown' })} />}
        />
      )}
      {visitor.is === 'nobody' && (
        <EmptyState
          titleAs="h1"
          title={t('register.signInTitle')}
          hint={t('register.signInHint')}
          action={
            <a className="k-button k-button--primary" href={SIGN_IN}>
              {t('register.signIn')}
            </a>
          }
        />
      )}
      {visitor.is === 'somebody' && (
        <EmptyState
          titleAs="h1"
          title={t('register.signInTitle')}
          hint={t('register.notAdmin', { name: personName(visitor.user, language) })}
          action={
            <Button kind="primary" onClick={() => void signOut().then(() => location.assign(SIGN_IN))}>
              {t('register.otherAccount')}
            </Button>
          }
        />
      )}
    </UnitCard>
  )
}

async function findVisitor(): Promise<Visitor> {
  await checkSession()
  const state = session.current
  if (state.status === 'out') return { is: 'nobody' }
  if (state.status !== 'in') return { is: 'unreachable' }
  const { user } = state
  try {
    const codes = permissionCodes(await call(codeTree, { code: 'attendance' }))
    return codes.has('attendance_admin') ? { is: 'admin' } : { is: 'somebody', user }
  } catch {
    return { is: 'unreachable' }
  }
}
