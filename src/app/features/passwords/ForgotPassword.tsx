import './passwords.css'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { UnitCard, UnitCardFoot } from '../../ui/layout/UnitCard.tsx'
import { unitNameIn } from '../../core/tenant/unit.ts'
import { CodeStep, NameStep, NewPasswordStep } from './ResetSteps.tsx'
import { useReset, type Step } from './use-reset.ts'

/** Resets a forgotten password: from the login name to a new password. */
export function ForgotPassword({
  unit,
  secret,
  describe,
  onReset,
  onLanguage,
}: {
  unit: UnitConfig | null
  secret: string | null
  describe: (error: unknown) => string
  onReset: (loginName: string) => Promise<void>
  onLanguage: () => void
}) {
  const language = useLanguage()
  const online = useOnline()
  const { t } = useTranslation('passwords')
  const { t: common } = useTranslation('common')
  const byMail = unit?.resetByMail ?? false
  const flow = useReset({ secret, byMail, onReset })
  const { step } = flow

  useEffect(() => {
    const name = unit ? unitNameIn(unit, language) : ''
    document.title = [t('title'), name].filter(Boolean).join(' · ')
  }, [t, unit, language])

  const panel = () => {
    switch (step.kind) {
      case 'name':
        return <NameStep describe={describe} onAsk={flow.ask} onCode={(name) => flow.go({ kind: 'code', name })} />
      case 'sent':
        return (
          <Result title={t('sentTitle')} hint={t('sentHint', { name: step.name })} note={t('sentNothing')}>
            <Button kind="primary" onClick={() => flow.go({ kind: 'code', name: step.name })}>
              {t('enterCode')}
            </Button>
            <Button onClick={flow.restart}>{t('otherName')}</Button>
          </Result>
        )
      case 'code':
        return (
          <CodeStep name={step.name} describe={describe} onCode={flow.showCode} onMail={byMail ? flow.restart : null} />
        )
      case 'checking':
        return (
          <>
            <h1 className="k-focus-target" tabIndex={-1}>
              {t('newTitle')}
            </h1>
            {online ? <Skeleton label={t('checking')} lines={5} /> : <p role="status">{t('offline')}</p>}
          </>
        )
      case 'failed':
        return (
          <Result title={t('failedTitle')} hint={t('failedHint')}>
            <Button kind="primary" needsNetwork onClick={() => flow.go({ kind: 'checking', secret: step.secret })}>
              {common('retry')}
            </Button>
          </Result>
        )
      case 'expired':
        return (
          <Result title={t('expiredTitle')} hint={t('expiredHint')}>
            <Button kind="primary" onClick={flow.restart}>
              {t('again')}
            </Button>
          </Result>
        )
      case 'new':
        return (
          <NewPasswordStep
            rule={unit?.passwordRule ?? 'mixed'}
            loginName={step.loginName}
            describe={describe}
            onPassword={(password) => flow.setPassword(step.proof, password)}
          />
        )
      case 'done':
        return (
          <Result title={t('doneTitle')} hint={t('doneHint', { name: step.loginName })}>
            <a className="k-button k-button--primary" href="/login">
              {t('signIn')}
            </a>
          </Result>
        )
    }
  }

  return (
    <UnitCard unit={unit}>
      <Progress kind={step.kind} byMail={byMail} />
      <div className="k-stack p-step" key={step.kind} ref={focusNext}>
        {panel()}
      </div>
      {step.kind !== 'done' && <UnitCardFoot back={t('backToLogin')} onLanguage={onLanguage} />}
    </UnitCard>
  )
}

/** What a step came to, and the next actions. */
function Result({ title, hint, note, children }: { title: string; hint: string; note?: string; children: ReactNode }) {
  return (
    <>
      <h1 className="k-focus-target" tabIndex={-1}>
        {title}
      </h1>
      <p>{hint}</p>
      {note && <p className="k-soft">{note}</p>}
      <div className="k-buttons p-actions">{children}</div>
    </>
  )
}

/** Focuses the next thing to do in a new step: a field, else the result. */
function focusNext(step: HTMLElement | null): void {
  const next = step?.querySelector<HTMLElement>('input:not([hidden])') ?? step?.querySelector('h1')
  next?.focus({ preventScroll: true })
}

const PLACES: Readonly<Record<Step['kind'], 'name' | 'proof' | 'new'>> = {
  name: 'name',
  sent: 'proof',
  code: 'proof',
  checking: 'proof',
  failed: 'proof',
  expired: 'proof',
  new: 'new',
  done: 'new',
}

/** The progress as bars, and as a sentence for screen readers. */
function Progress({ kind, byMail }: { kind: Step['kind']; byMail: boolean }) {
  const { t } = useTranslation('passwords')
  const places = byMail ? (['name', 'proof', 'new'] as const) : (['proof', 'new'] as const)
  const here = Math.max(
    0,
    places.findIndex((place) => place === PLACES[kind]),
  )
  const reached = kind === 'done' ? places.length : here + 1
  const name = t(`steps.${PLACES[kind]}`)
  return (
    <div className="p-progress">
      <p className="k-soft">{t('progress', { step: here + 1, count: places.length, name })}</p>
      <div className="p-bars" aria-hidden="true">
        {places.map((place, index) => (
          <span key={place} className={index < reached ? 'p-bar p-bar--reached' : 'p-bar'} />
        ))}
      </div>
    </div>
  )
}
