import './passwords.css'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StepPanel, StepProgress } from '../../ui/form/StepForm.tsx'
import { UnitCard, UnitCardFoot } from '../../ui/layout/UnitCard.tsx'
import { unitNameIn } from '../../core/tenant/unit.ts'
import { CodeStep, NameStep, NewPasswordStep } from './ResetSteps.tsx'
import { useReset, type Step } from './use-reset.ts'

/** Resets a forgotten password: from the login name to a new password. */
export function ForgotPassword({
  unit,
  secret,
  onReset,
  onLanguage,
}: {
  unit: UnitConfig | null
  secret: string | null
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
        return <NameStep onAsk={flow.ask} onCode={(name) => flow.go({ kind: 'code', name })} />
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
        return <CodeStep name={step.name} onCode={flow.showCode} onMail={byMail ? flow.restart : null} />
      case 'checking':
        return (
          <StepPanel title={t('newTitle')}>
            {online ? <Skeleton label={t('checking')} lines={5} /> : <p role="status">{t('offline')}</p>}
          </StepPanel>
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
      <div className="p-step" key={step.kind} ref={focusNext}>
        {panel()}
      </div>
      {step.kind !== 'done' && <UnitCardFoot back={t('backToLogin')} onLanguage={onLanguage} />}
    </UnitCard>
  )
}

/** What a step came to, and the next actions. */
function Result({ note, children, ...step }: { title: string; hint: string; note?: string; children: ReactNode }) {
  return (
    <StepPanel {...step}>
      {note && <p className="k-soft">{note}</p>}
      <div className="k-form-footer">{children}</div>
    </StepPanel>
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

function Progress({ kind, byMail }: { kind: Step['kind']; byMail: boolean }) {
  const { t } = useTranslation('passwords')
  const places = byMail ? (['name', 'proof', 'new'] as const) : (['proof', 'new'] as const)
  const count = places.length
  const step = Math.max(1, places.findIndex((place) => place === PLACES[kind]) + 1)
  const name = t(`steps.${PLACES[kind]}`)
  return (
    <StepProgress text={t('progress', { step, count, name })} reached={kind === 'done' ? count : step} count={count} />
  )
}
