import './bind.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bindIdentity } from '../../../../../contract/endpoints/sso.ts'
import type { UnitConfig } from '../../../../../contract/endpoints/tenant.ts'
import type { Language } from '../../../../../contract/envelope.ts'
import type { ResponseOf } from '../../../../../contract/endpoint.ts'
import { call } from '../../../core/api/call.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { UnitCard } from '../../../ui/layout/UnitCard.tsx'
import { readBegun } from '../../../core/session/flow/elsewhere.ts'
import { BindForm, type BindValues } from './BindForm.tsx'
import { bindFailure, type BindFailure } from './bind-outcome.ts'

type State = { kind: 'idle' } | { kind: 'sending' } | { kind: 'done' } | BindFailure

/** Binds an account elsewhere, which was proved just now, to the school account whose password is given. */
export function BindPage({
  unit,
  language,
  search,
  describe,
  onBound,
}: {
  unit: UnitConfig | null
  language: Language
  /** Names the binding: `id`, and `deviceId` where a device said which one it is. */
  search: string
  /** A failure in words. */
  describe: (error: unknown) => string
  onBound: (answer: ResponseOf<typeof bindIdentity>) => void
}) {
  const { t } = useTranslation('elsewhere')
  const query = new URLSearchParams(search)
  const id = query.get('id')
  const deviceId = query.get('deviceId')
  const [state, setState] = useState<State>(id ? { kind: 'idle' } : { kind: 'gone' })
  const [asksCode, setAsksCode] = useState(false)
  const [provider] = useState(() => readBegun()?.provider)
  /** One at a time: a second press while the first is under way counts for nothing. */
  const busy = useRef(false)

  useEffect(() => {
    document.title = t('bind.title')
  }, [t])

  const submit = async ({ username, password, otp }: BindValues) => {
    if (!id || busy.current) return
    busy.current = true
    setState({ kind: 'sending' })
    const extra = { ...(otp && { otp }), ...(deviceId && { deviceId }) }
    try {
      const answer = await call(bindIdentity, { id, username, password, ...extra })
      setState({ kind: 'done' })
      onBound(answer)
    } catch (error) {
      const failure = bindFailure(error, describe)
      if (failure.kind === 'code') setAsksCode(true)
      setState(failure)
    } finally {
      busy.current = false
    }
  }

  const backToLogin = (
    <a className="k-button k-button--primary" href="/login">
      {t('bind.backToLogin')}
    </a>
  )
  return (
    <UnitCard unit={unit} language={language}>
      {state.kind === 'gone' ? (
        <EmptyState titleAs="h1" title={t('bind.goneTitle')} hint={t('bind.goneHint')} action={backToLogin} />
      ) : state.kind === 'taken' ? (
        <EmptyState titleAs="h1" title={t('bind.takenTitle')} hint={state.text} action={backToLogin} />
      ) : (
        <>
          <h1>{t('bind.title')}</h1>
          <p className="u-soft">
            {t('bind.hint', {
              provider: provider
                ? (language === 'en' && provider.englishName) || provider.name
                : t('bind.someProvider'),
            })}
          </p>
          <BindForm
            sending={state.kind === 'sending' || state.kind === 'done'}
            asksCode={asksCode}
            failure={state.kind === 'form' || state.kind === 'code' ? state : null}
            onBack={() => {
              setAsksCode(false)
              setState({ kind: 'idle' })
            }}
            onSubmit={(values) => void submit(values)}
          />
          <p className="b-state" role="status">
            {state.kind === 'done' && t('bind.done')}
          </p>
          <p className="u-soft b-back">
            {t('bind.notMine')} <a href="/login">{t('bind.backToLogin')}</a>
          </p>
        </>
      )}
    </UnitCard>
  )
}
