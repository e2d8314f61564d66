import '../../core/tenant/unit-card.css'
import './setup.css'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { checkSetup, completeSetup } from '../../../../contract/endpoints/units/setup.ts'
import type { RequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { applicationPath, settingsPath } from '../../../../contract/pages.ts'
import { dayOf } from '../../../../contract/rules/attendance/attendance-status.ts'
import { unitField, unitOf } from '../../ui/form/unit-fields.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { CopyText } from '../../ui/fields/CopyText.tsx'
import { type Draft, emptyDraft, forgetDraft, keepDraft, readDraft, type Step, STEPS, takeCode } from './setup-draft.ts'
import { AccountStep } from './AccountStep.tsx'
import { MailStep } from './MailStep.tsx'
import type { Refused } from './StepForm.tsx'
import { UnitStep } from './UnitStep.tsx'

type Stage = 'checking' | 'failed' | 'invalid' | 'done before' | 'open' | 'done'

/** The first run, step by step: the operator, the first unit, its administrator, its mail server. */
export function SetupPage({ onLanguage }: { onLanguage: () => void }) {
  const { t } = useTranslation('setup')
  const { t: common } = useTranslation('common')
  const language = useLanguage()
  const online = useOnline()
  const [code, setCode] = useState(takeCode)
  const [stage, setStage] = useState<Stage>('checking')
  const [draft, setDraft] = useState<Draft>(() => readDraft() ?? emptyDraft(location.hostname, today()))
  const [passwords, setPasswords] = useState({ operator: '', administrator: '' })
  const [refused, setRefused] = useState<Refused | null>(null)
  const [operators, setOperators] = useState<Operators>({ host: null, port: null })

  useEffect(() => {
    document.title = t('title')
  }, [t])
  useEffect(() => {
    const take = () => {
      setCode(takeCode())
      setStage('checking')
    }
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  useEffect(() => {
    if (stage !== 'checking' || !online) return undefined
    const own = new AbortController()
    const check = async () => {
      const next = code === '' ? 'invalid' : await checkCode(own.signal, code)
      if (!own.signal.aborted) setStage(next)
    }
    void check()
    return () => own.abort()
  }, [code, stage, online])

  const change = (part: Partial<Draft>) => {
    const now = { ...draft, ...part }
    keepDraft(now)
    setDraft(now)
  }
  /** Goes to a step, or back to that of an account whose password is not there after a reload. */
  const go = (step: Step) => {
    setRefused(null)
    change({ step })
  }
  // Passwords are not kept: after a reload the first account is asked for again.
  const step = draft.step !== 'operator' && passwords.operator === '' ? 'operator' : draft.step
  const shown = step === 'mail' && passwords.administrator === '' ? 'administrator' : step

  const finish = async (mail?: RequestOf<typeof completeSetup>['mail']) => {
    const { operator, administrator, unit, logo } = draft
    try {
      const done = await call(completeSetup, {
        code,
        operator: { ...operator, password: passwords.operator },
        administrator: { ...administrator, password: passwords.administrator },
        unit: unitOf(unit),
        ...(logo !== '' && { logo }),
        ...(mail && { mail }),
      })
      setOperators(done.operators)
    } catch (error) {
      const lost = stageOf(error)
      if (lost) setStage(lost)
      const problem = refusedBy(error)
      if (!problem || problem.step === 'mail') throw error
      setRefused(problem)
      change({ step: problem.step })
      return
    }
    forgetDraft()
    setPasswords({ operator: '', administrator: '' })
    setStage('done')
  }

  const stepPanel = () => {
    switch (shown) {
      case 'operator':
        return (
          <AccountStep
            key="operator"
            part="operator"
            draft={draft}
            password={passwords.operator}
            asksAgain={draft.step !== 'operator'}
            refused={refused}
            onType={(operator) => change({ operator })}
            onNext={(operator, password) => {
              setPasswords({ ...passwords, operator: password })
              setRefused(null)
              change({ operator, step: 'unit' })
            }}
          />
        )
      case 'unit':
        return (
          <UnitStep
            key="unit"
            draft={draft}
            refused={refused}
            onType={(part) => change(part)}
            onBack={() => go('operator')}
            onNext={(unit) => {
              setRefused(null)
              change({ unit, step: 'administrator' })
            }}
          />
        )
      case 'administrator':
        return (
          <AccountStep
            key="administrator"
            part="administrator"
            draft={draft}
            password={passwords.administrator}
            asksAgain={draft.step === 'mail'}
            refused={refused}
            onType={(administrator) => change({ administrator })}
            onBack={() => go('unit')}
            onNext={(administrator, password) => {
              setPasswords({ ...passwords, administrator: password })
              setRefused(null)
              change({ administrator, step: 'mail' })
            }}
          />
        )
      case 'mail':
        return (
          <MailStep
            key="mail"
            draft={draft}
            onType={(mail) => change({ mail })}
            onBack={() => go('administrator')}
            onFinish={finish}
          />
        )
    }
  }

  const panel = () => {
    switch (stage) {
      case 'checking':
        return (
          <Message title={t('checking')}>
            {online ? <Skeleton label={t('checking')} lines={4} /> : <p role="status">{t('offline')}</p>}
          </Message>
        )
      case 'failed':
        return (
          <Message title={t('failedTitle')} hint={t('failedHint')}>
            <Button kind="primary" needsNetwork onClick={() => setStage('checking')}>
              {common('retry')}
            </Button>
          </Message>
        )
      case 'invalid':
        return (
          <Message title={t('invalidTitle')} hint={t('invalidHint')}>
            <CopyText label="npm run setup-link" text="npm run setup-link" />
          </Message>
        )
      case 'done before':
        return (
          <Message title={t('doneBeforeTitle')} hint={t('doneBeforeHint')}>
            <a className="k-button k-button--primary" href="/login">
              {t('toLogin')}
            </a>
          </Message>
        )
      case 'open':
        return (
          <>
            <Progress step={shown} />
            {stepPanel()}
          </>
        )
      case 'done':
        return <Done draft={draft} operators={operators} />
    }
  }

  return (
    <div className="u-page w-page">
      <header className="w-head">
        <img src="/icons/favicon.svg" alt="" width="36" height="36" />
        <p>{t('title')}</p>
        <button type="button" className="u-language" onClick={onLanguage}>
          {common(`languages.${language === 'en' ? 'zh-CN' : 'en'}`)}
        </button>
      </header>
      <main className="u-card">{panel()}</main>
    </div>
  )
}

const today = () => dayOf(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)

function checkCode(signal: AbortSignal, code: string): Promise<Stage> {
  return call(checkSetup, { code }, { signal }).then(
    (): Stage => 'open',
    (error: unknown): Stage => stageOf(error) ?? 'failed',
  )
}

/** The stage for a code that no longer works, else null. */
function stageOf(error: unknown): Stage | null {
  if (!(error instanceof CallError)) return null
  if (error.code === 'setup.done') return 'done before'
  // The code is not a field of the form, so an error of it is shown as an invalid link.
  const isCode =
    error.failure.kind === 'envelope' && error.failure.envelope.fieldErrors?.some(({ field }) => field === 'code')
  return error.code === 'setup.code_invalid' || isCode ? 'invalid' : null
}

/** The step and its fields that the server refused. */
function refusedBy(error: unknown): Refused | null {
  if (!(error instanceof CallError) || error.failure.kind !== 'envelope') return null
  const problems = (error.failure.envelope.fieldErrors ?? []).map(({ field = '', message }) => {
    const [part = '', ...path] = field.split('.')
    const step = part === 'logo' ? 'unit' : STEPS.find((one) => one === part)
    const own = part === 'logo' ? 'logo' : part === 'unit' ? unitField(path.join('.')) : path.join('.')
    return { step, field: own, message }
  })
  const first = STEPS.find((step) => problems.some((problem) => problem.step === step))
  return first ? { step: first, fields: problems.filter(({ step }) => step === first) } : null
}

function focusTitle(title: HTMLElement | null): void {
  title?.focus({ preventScroll: true })
}

function Message({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div className="k-stack">
      <h1 className="k-focus-target" tabIndex={-1} ref={focusTitle}>
        {title}
      </h1>
      {hint !== undefined && <p>{hint}</p>}
      <div className="k-buttons">{children}</div>
    </div>
  )
}

/** The progress as bars, and as a sentence for all. */
function Progress({ step }: { step: Step }) {
  const { t } = useTranslation('setup')
  const here = STEPS.indexOf(step)
  return (
    <div className="w-progress">
      <p className="k-soft">{t('progress', { step: here + 1, count: STEPS.length, name: t(`steps.${step}`) })}</p>
      <div className="w-bars" aria-hidden="true">
        {STEPS.map((one, index) => (
          <span key={one} className={index <= here ? 'w-bar w-bar--reached' : 'w-bar'} />
        ))}
      </div>
    </div>
  )
}

type Operators = ResponseOf<typeof completeSetup>['operators']

/** As this browser reaches it; null where the portal that was asked has none. */
function operatorsAddress({ host, port }: Operators): string | null {
  if (host !== null) return `${location.protocol}//${host}${location.port === '' ? '' : `:${location.port}`}/`
  return port === null ? null : `http://${location.hostname}:${port}/`
}

/** What comes next; the first thing is to sign in where the unit is. */
function Done({ draft: { unit, administrator, operator }, operators }: { draft: Draft; operators: Operators }) {
  const { t } = useTranslation('setup')
  const language = useLanguage()
  const host = unit.host.trim().toLowerCase()
  const port = location.port === '' ? '' : `:${location.port}`
  const origin = host === location.hostname ? '' : `${location.protocol}//${host}${port}`
  const operatorsAt = operatorsAddress(operators)
  const settings = `${origin}${settingsPath(unit.type === 'area' ? '1' : '2')}`
  const administration = applicationPath('administration', unit.type === 'area' ? 'area' : 'pages', 'tm', 'pc')
  const links = [
    ...(unit.type === 'area' ? [] : [['people', `${origin}${administration}#/imports`] as const]),
    ['protect', settings],
    ['sign-in', `${origin}${administration}#/sign-in`],
    ['unit', `${origin}${administration}#/branding`],
    ['faces', `${origin}${administration}#/faces`],
  ] as const
  return (
    <div className="k-stack">
      <h1 className="k-focus-target" tabIndex={-1} ref={focusTitle}>
        {t('doneTitle', { name: language === 'en' ? unit.englishName : unit.name })}
      </h1>
      <p>{t('doneHint', { loginName: administrator.loginName })}</p>
      <ol className="w-todos">
        {links.map(([name, address]) => (
          <li key={name}>
            <a href={address}>{t(`todo.${name}`)}</a>
          </li>
        ))}
        <li>
          {operatorsAt === null ? (
            t('todo.operatorHost', { loginName: operator.loginName })
          ) : (
            <a href={operatorsAt}>{t('todo.operator', { loginName: operator.loginName, address: operatorsAt })}</a>
          )}
        </li>
      </ol>
      <div className="k-buttons">
        <a className="k-button k-button--primary" href={`${origin}/login`}>
          {t('signIn')}
        </a>
      </div>
    </div>
  )
}
