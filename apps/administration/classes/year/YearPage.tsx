import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import * as schoolYear from '../../../../contract/endpoints/people/school-year.ts'
import { checkTurn, oddSteps } from '../../../../contract/rules/people/turn-year.ts'
import { useChange } from '../../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { useLocale, useTexts } from '../../portal-context.ts'
import { NoDataCard } from '../../../../src/app/ui/record/NoDataCard.tsx'
import { Card } from '../../../../src/app/ui/record/Card.tsx'
import { PageHead } from '../../../../src/app/ui/record/PageHead.tsx'
import { ClassesStep } from './ClassesStep.tsx'
import { Counts, PreviewStep } from './PreviewStep.tsx'
import { PupilsStep } from './PupilsStep.tsx'
import { planOf, STEPS, useTurnDraft, type Step } from './turn-draft.ts'
import { YearStep } from './YearStep.tsx'
import { formatDate } from '../../../../src/app/ui/format/format.ts'

/** The turn of the school year, a step at a time; and the last one, which can be undone. */
export default function YearPage() {
  const t = useTexts()
  const query = useEndpoint(schoolYear.read, {})
  return (
    <>
      <PageHead title={t('year.title')} hint={t('year.hint')} back={{ label: t('section.classes'), to: '/classes' }} />
      <Loaded query={query}>
        {(state) => (
          <>
            {state.last && <Last of={state.last} />}
            {state.classes.length === 0 ? (
              <NoDataCard
                title={t('structure.none.class')}
                hint={t('year.classesFirst')}
                action={
                  <Link className="k-button k-button--primary" to="/classes">
                    {t('section.classes')}
                  </Link>
                }
              />
            ) : (
              <Turn state={state} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function Turn({ state }: { state: schoolYear.TurnState }) {
  const t = useTexts()
  const { draft, isBegun, change, discard } = useTurnDraft(state)
  // After a turn the next one is a year away.
  const [opened, setOpened] = useState(false)
  const isShown = opened || isBegun || !state.last?.isRecent
  const [round, setRound] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const { plan } = planOf(draft)
  const shared = { state, draft, problems: checkTurn(state, plan), odd: oddSteps(state, plan), onChange: change }
  const at = STEPS.indexOf(draft.step)

  const shown = useRef(draft.step)
  useEffect(() => {
    if (shown.current !== draft.step) heading.current?.focus()
    shown.current = draft.step
  }, [draft.step])

  if (!isShown) {
    return (
      <div>
        <Button onClick={() => setOpened(true)}>{t('year.again')}</Button>
      </div>
    )
  }
  const startOver = () => {
    discard()
    setRound(round + 1)
  }
  return (
    <section className="k-stack" aria-label={t('year.title')}>
      <ol className="ad-year__steps">
        {STEPS.map((step, place) => (
          <li key={step} aria-current={step === draft.step ? 'step' : undefined}>
            {place < at ? (
              <button type="button" onClick={() => change({ step })}>
                <StepName step={step} number={place + 1} />
              </button>
            ) : (
              <StepName step={step} number={place + 1} />
            )}
          </li>
        ))}
      </ol>
      <h2 ref={heading} className="ad-year__title k-focus-target" tabIndex={-1}>
        {t(`year.step.${draft.step}`)}
      </h2>
      <p className="k-soft">{t(`year.stepHint.${draft.step}`)}</p>
      {draft.isRebased && (
        <div className="app-notice" role="status">
          <span>{t('year.rebased')}</span>
          <Button onClick={() => change({ isRebased: false })}>{t('year.seen')}</Button>
        </div>
      )}
      {draft.step === 'year' && (
        <YearStep
          key={round}
          current={state.current}
          year={draft.year}
          onType={(year) => change({ year })}
          onNext={(year) => change({ year, step: 'classes' })}
        />
      )}
      {draft.step === 'classes' && <ClassesStep {...shared} />}
      {draft.step === 'pupils' && <PupilsStep {...shared} />}
      {draft.step === 'preview' && <PreviewStep {...shared} onDone={discard} />}
      <div className="ad-line ad-year__foot">
        {at > 0 && <Button onClick={() => change({ step: STEPS[at - 1] ?? 'year' })}>{t('year.back')}</Button>}
        {at > 0 && at < STEPS.length - 1 && (
          <Button kind="primary" onClick={() => change({ step: STEPS[at + 1] ?? 'preview' })}>
            {t('year.next')}
          </Button>
        )}
        {isBegun && (
          <Button kind="quiet" onClick={startOver}>
            {t('year.startOver')}
          </Button>
        )}
      </div>
    </section>
  )
}

function StepName({ step, number }: { step: Step; number: number }) {
  const t = useTexts()
  return (
    <>
      <span className="ad-year__number" aria-hidden="true">
        {number}
      </span>
      <span>{t(`year.step.${step}`)}</span>
    </>
  )
}

/** The last turn, and its undo or why there is none. */
function Last({ of }: { of: schoolYear.LastTurn }) {
  const { t, personName, language } = useLocale()
  const undo = useChange(schoolYear.undo, { done: t('year.undone', { name: of.from }) })
  const [asks, setAsks] = useState(false)
  const day = (moment: string) => formatDate(new Date(moment), language, { dateStyle: 'long' })
  const mayUndo = of.isRecent && of.obstacles.length === 0

  return (
    <Card title={t('year.lastTitle', { from: of.from, to: of.to })} aria-label={t('year.last')}>
      <p className="k-soft">{of.by ? t('year.lastBy', { day: day(of.at), name: personName(of.by) }) : day(of.at)}</p>
      <Counts of={of.counts} />
      {of.isRecent ? (
        <>
          {of.obstacles.length > 0 && (
            <div className="app-notice ad-year__obstacles">
              <p>{t('year.cannotUndo')}</p>
              <ul>
                {of.obstacles.map(({ kind, count, names }) => (
                  <li key={kind}>
                    {t(`year.obstacle.${kind}`, { count })}
                    {names.length > 0 && `${t('colon')}${names.join(t('comma'))}`}
                    {count > names.length && names.length > 0 && t('year.andMore')}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div className="ad-line ad-year__foot">
            <Button needsNetwork disabled={!mayUndo} onClick={() => setAsks(true)}>
              {t('year.undo')}
            </Button>
            <span className="k-soft">{t('year.until', { day: day(of.until) })}</span>
          </div>
        </>
      ) : (
        <p className="k-soft">{t('year.undoOver')}</p>
      )}
      {asks && (
        <ConfirmDialog
          question={t('year.undoQuestion', { name: of.to })}
          hint={t('year.undoHint', { name: of.from })}
          action={t('year.undo')}
          onClose={() => setAsks(false)}
          change={() => undo.mutateAsync({ turnId: of.turnId })}
        />
      )}
    </Card>
  )
}
