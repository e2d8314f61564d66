import '../../core/tenant/unit-card.css'
import './setup.css'
import { useEffect, useState } from 'react'
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
import { useLinkCode } from '../../core/state/use-link-code.ts'
import { StepPanel, StepProgress } from '../../ui/form/StepForm.tsx'
import { CODE_KEY, type Draft, emptyDraft, forgetDraft, keepDraft, readDraft, type Step, STEPS } from './setup-draft.ts'
import { AccountStep } from './AccountStep.tsx'
import { MailStep } from './MailStep.tsx'
import type { Refused } from './refused.ts'
import { UnitStep } from './UnitStep.tsx'

type Stage = 'checking' | 'failed' | 'invalid' | 'done before' | 'open' | 'done'

/** The first run, step by step: the operator, the first unit, its administrator, its mail server. */
export function SetupPage({ onLanguage }: { onLanguage: () => void }) {
  const { t } = useTranslation('setup')
  const { t: common } = useTranslation('common')
  const language = useLanguage()
  const online = useOnline()
  const [stage, setStage] = useState<Stage>('checking')
  const code = useLinkCode(CODE_KEY, () => setStage('checking'))
  const [draft, setDraft] = useState<Draft>(() => readDraft() ?? emptyDraft(location.hostname, today()))
  const [passwords, setPasswords] = useState({ operator: '', administrator: '' })
  const [refused, setRefused] = useState<Refused | null>(null)
  const [operators, setOperators] = useState<Operators>({ host: null, port: null })

  useEffect(() => {
    document.title = t('title')
  }, [t])
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
  /** Goes to a step, with what this one has. */
  const go = (step: Step, part: Partial<Draft> = {}) => {
    setRefused(null)
    change({ ...part, step })
  }
  // Passwords are not kept: after a reload the first account is asked for again.
  const step = draft.step !== 'operator' && passwords.operator === '' ? 'operator' : draft.step
  const shown = step === 'mail' && passwords.administrator === '' ? 'administrator' : step
  const here = STEPS.indexOf(shown) + 1

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

  const accountStep = (part: 'operator' | 'administrator', next: Step, before?: Step) => (
    <AccountStep
      key={part}
      part={part}
      draft={draft}
      password={passwords[part]}
      asksAgain={draft.step !== part}
      refused={refused}
      onType={(account) => change({ [part]: account })}
      {...(before && { onBack: () => go(before) })}
      onNext={(account, password) => {
        setPasswords({ ...passwords, [part]: password })
        go(next, { [part]: account })
      }}
    />
  )
  const stepPanel = () => {
    switch (shown) {
      case 'operator':
        return accountStep('operator', 'unit')
      case 'unit':
        return (
          <UnitStep
            draft={draft}
            refused={refused}
            onType={change}
            onBack={() => go('operator')}
            onNext={(unit) => go('administrator', { unit })}
          />
        )
      case 'administrator':
        return accountStep('administrator', 'mail', 'unit')
      case 'mail':
        return (
          <MailStep
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
          <StepPanel title={t('checking')}>
            {online ? <Skeleton label={t('checking')} lines={4} /> : <p role="status">{t('offline')}</p>}
          </StepPanel>
        )
      case 'failed':
        return (
          <StepPanel title={t('failedTitle')} hint={t('failedHint')}>
            <Button kind="primary" needsNetwork onClick={() => setStage('checking')}>
              {common('retry')}
            </Button>
          </StepPanel>
        )
      case 'invalid':
        return (
          <StepPanel title={t('invalidTitle')} hint={t('invalidHint')}>
            <CopyText label="npm run setup-link" text="npm run setup-link" />
          </StepPanel>
        )
      case 'done before':
        return (
          <StepPanel title={t('doneBeforeTitle')} hint={t('doneBeforeHint')}>
            <a className="k-button k-button--primary" href="/login">
              {t('toLogin')}
            </a>
          </StepPanel>
        )
      case 'open':
        return (
          <>
            <StepProgress
              text={t('progress', { step: here, count: STEPS.length, name: t(`steps.${shown}`) })}
              reached={here}
              count={STEPS.length}
            />
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
    <StepPanel
      title={t('doneTitle', { name: language === 'en' ? unit.englishName : unit.name })}
      hint={t('doneHint', { loginName: administrator.loginName })}
    >
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
    </StepPanel>
  )
}
