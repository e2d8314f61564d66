import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { IMPORT_DAYS } from '../../../contract/limits.ts'
import { writesSomething } from '../../../contract/rules/imports/writes-something.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { serverFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Progress } from '../../../src/app/ui/feedback/Progress.tsx'
import { errorText, isErrorCode } from '../../../contract/error-texts.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { ApplyDialog } from './ApplyDialog.tsx'
import { asksForHidden } from './HowItWasRead.tsx'
import { countRows, tellEffect } from './import-counts.ts'
import { tellUndoFailure } from './import-failure.ts'
import { UndoDialog } from './UndoDialog.tsx'
import { isWaiting } from './use-ended-imports.ts'

/** What can be done now, and why not what else. */
export function ImportState({ run }: { run: imports.ImportSummary }) {
  const { t, language } = useLocale()
  const compare = useChange(imports.compare, { done: t('imports.compared'), failed: t('imports.notCompared') })
  const discard = useChange(imports.cancel, { done: t('imports.discarded'), failed: t('imports.notDiscarded') })
  const [dialog, setDialog] = useState<'apply' | 'undo' | null>(null)
  const { importId, status, progress, counts, openChoices, code, undoable, kept, lastYear } = run
  const errors = countRows(counts.error)
  const choices = Math.max(openChoices, countRows(counts.ambiguous))
  const hidden = asksForHidden(run)
  const effect = tellEffect(run, t)
  const whyNotId = useId()
  const reason = code !== null && isErrorCode(code) ? `${errorText(code, language)}${t('stop')}` : ''
  const undoFailure = tellUndoFailure(run, t, language)
  const isLeftOut = status === 'applied' && undoable && errors > 0
  const isAsked = lastYear?.answer === null
  const isAnswered = (status === 'ready' || status === 'failed') && choices === 0 && !isAsked && !hidden
  const mayWrite = isAnswered && writesSomething(run)
  const mayApply = mayWrite && errors === 0

  return (
    <Card aria-label={t('filter.state')}>
      {dialog === 'apply' && <ApplyDialog run={run} onClose={() => setDialog(null)} />}
      {dialog === 'undo' && <UndoDialog run={run} onClose={() => setDialog(null)} />}
      <div role="status" className="ad-import-state">
        <p className="ad-import-effect">{sentence()}</p>
        {status === 'ready' && mayApply && <p className="k-soft">{t('imports.nothingWritten')}</p>}
        {run.gradingPeriods !== null && run.gradingPeriods.outside > 0 && (
          <p className="k-soft">{t('imports.periodsOutside', { count: run.gradingPeriods.outside })}</p>
        )}
        {status === 'applied' && (
          <>
            {undoFailure !== '' && <p className="k-caution">{undoFailure}</p>}
            <p className="k-soft">{t(undoable ? 'imports.undoable' : 'imports.undoLate', { days: IMPORT_DAYS })}</p>
          </>
        )}
        {(status === 'failed' || status === 'stale' || status === 'refused') && (
          <p className="k-soft">{reason || t('failed')}</p>
        )}
      </div>
      {(status === 'applying' || status === 'undoing') && (
        <>
          <Progress value={progress / 100} label={t(`imports.${status}`)} />
          <p className="k-soft">{t(`imports.${status}Hint`, { percent: progress })}</p>
        </>
      )}
      {lastYear && isWaiting(run) && <LastYear run={run} lastYear={lastYear} />}
      {isLeftOut && <p className="k-caution">{t('imports.leaveOut.done', { count: errors })}</p>}
      {run.needsConfirmation && mayWrite && (
        <p className="k-caution">{t('imports.many', { count: counts.deactivated.people })}</p>
      )}
      {isAnswered && errors > 0 && !mayWrite && (
        <p id={whyNotId} className="k-soft">
          {t('imports.leaveOut.nothing')}
        </p>
      )}
      <div className="k-buttons">
        {mayApply && (
          <Button kind="primary" needsNetwork onClick={() => setDialog('apply')}>
            {t('imports.apply.action')}
          </Button>
        )}
        {(status === 'stale' || status === 'failed') && (
          <Button kind={mayApply ? 'plain' : 'primary'} needsNetwork onClick={() => compare.mutate({ importId })}>
            {t('imports.compare')}
          </Button>
        )}
        {errors > 0 && (isWaiting(run) || isLeftOut) && (
          <>
            <DownloadLink
              kind={isLeftOut ? 'plain' : 'primary'}
              icon={Download}
              file={serverFile(imports.markedSheet, { importId })}
            >
              {t('imports.markedSheet')}
            </DownloadLink>
            <DownloadLink kind="plain" icon={Download} file={serverFile(imports.errorSheet, { importId })}>
              {t('imports.errorSheet')}
            </DownloadLink>
          </>
        )}
        {isAnswered && errors > 0 && (
          <Button
            needsNetwork
            disabled={!mayWrite}
            aria-describedby={mayWrite ? undefined : whyNotId}
            onClick={() => setDialog('apply')}
          >
            {t('imports.leaveOut.button')}
          </Button>
        )}
        {undoable && (
          <Button needsNetwork onClick={() => setDialog('undo')}>
            {t('imports.undo.action')}
          </Button>
        )}
        {status === 'applied' && (
          <Link className="k-button" to="/people">
            {t('imports.toPeople')}
          </Link>
        )}
        {isWaiting(run) && (
          <Button needsNetwork onClick={() => discard.mutate({ importId })}>
            {t('imports.discard')}
          </Button>
        )}
      </div>
    </Card>
  )

  function sentence(): string {
    switch (status) {
      case 'reading':
        return t('imports.readingLabel')
      case 'ready':
        if (errors > 0) return t('imports.hasErrors', { count: errors })
        if (isAsked) return t('imports.lastYear.title')
        if (choices > 0) return t('imports.hasChoices', { count: choices })
        if (hidden) return t('imports.hidden.first')
        return effect === '' ? t('imports.changesNothing') : t('imports.would', { effect })
      case 'applied':
        return t('imports.did', { effect })
      case 'undone':
        return kept === null ? t('imports.wasUndone') : t('imports.wasUndonePartly', { count: kept })
      case 'cancelled':
        return t('imports.wasDiscarded')
      default:
        return t(`imports.${status}`)
    }
  }
}

/** Asks what to do with a file that seems to be of the year before, and shows what was answered. */
function LastYear({
  run: { importId },
  lastYear: { year, moved, of, answer },
}: {
  run: imports.ImportSummary
  lastYear: NonNullable<imports.ImportSummary['lastYear']>
}) {
  const t = useTexts()
  const compare = useChange(imports.compare, { done: t('imports.choice.saved'), failed: t('imports.choice.notSaved') })
  const choice = (lastYear: 'keep' | 'move') => ({
    needsNetwork: true,
    disabled: compare.isPending,
    onClick: () => compare.mutate({ importId, lastYear }),
  })
  return (
    <div className="k-caution k-stack" role="group" aria-label={t('imports.lastYear.title')}>
      <p>{t('imports.lastYear.hint', { year, moved, of })}</p>
      {answer !== null && <p>{t(`imports.lastYear.said.${answer}`)}</p>}
      <div className="k-buttons">
        {answer !== 'keep' && <Button {...choice('keep')}>{t('imports.lastYear.keep')}</Button>}
        {answer !== 'move' && <Button {...choice('move')}>{t('imports.lastYear.move', { count: moved })}</Button>}
      </div>
    </div>
  )
}
