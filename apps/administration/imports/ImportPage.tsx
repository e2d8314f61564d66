import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import type { ImportSummary } from '../../../contract/endpoints/people/imports.ts'
import { IMPORT_DAYS } from '../../../contract/limits.ts'
import { writesSomething } from '../../../contract/rules/imports/writes-something.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { serverFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Progress } from '../../../src/app/ui/feedback/Progress.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { errorText, isErrorCode } from '../../../contract/error-texts.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { personName, useTexts } from '../portal-context.ts'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { RecordPage } from '../../../src/app/ui/record/RecordPage.tsx'
import { useRecord } from '../../../src/app/micro-apps/use-record.ts'
import { ApplyDialog } from './ApplyDialog.tsx'
import { FileField, ReadingFile } from './FileField.tsx'
import { asksForHidden, HowItWasRead } from './HowItWasRead.tsx'
import { countRows, tellEffect } from './import-counts.ts'
import { tellUndoFailure } from './import-failure.ts'
import { ImportRows } from './ImportRows.tsx'
import { StatusTag } from './ImportsPage.tsx'
import { MappingForm } from './MappingForm.tsx'
import { UndoDialog } from './UndoDialog.tsx'
import { isBusy, useEndedImports } from './use-ended-imports.ts'
import { type GivenFile, type UploadOptions, useGivenFile, useUpload } from './use-upload.ts'

/** Milliseconds between two looks while it is applied or taken back. */
const POLL = 1000

/** An import: its preview, how far it is applied or taken back, and what it did. All of it is the server's, so that the page can be left and loaded again. */
export default function ImportPage() {
  const t = useTexts()
  const { query, isGone } = useRecord(imports.summary, 'import.not_found', {
    every: (run) => (run && (isBusy(run) || run.status === 'reading') ? POLL : false),
  })
  const run = query.data
  useEndedImports(run && [run])

  return (
    <RecordPage
      record={query.data}
      isGone={isGone}
      title={t('imports.one')}
      back={{ label: t('section.imports'), to: '/imports' }}
      renderHeading={(found) => (
        <>
          {found.fileName} <StatusTag status={found.status} /> {found.scheduled && <Tag>{t('imports.scheduled')}</Tag>}
        </>
      )}
      renderHint={(found) => <Origin run={found} />}
      gone={<NoDataCard title={t('imports.gone.title')} hint={t('imports.gone.hint')} />}
    >
      <Loaded query={query}>{(found) => <OneImport run={found} />}</Loaded>
    </RecordPage>
  )
}

function Origin({ run: { by, createdAt, mode, source } }: { run: ImportSummary }) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <span className="ad-import-origin">
      <span>{by ? personName(by, language) : t('imports.byCommand')}</span>
      <span>
        <TimeAgo at={createdAt} />
      </span>
      {mode === 'bulk' && <span>{t('imports.ofBulk')}</span>}
      {source !== 'file' && <span>{t('imports.ofSource', { source })}</span>}
    </span>
  )
}

function OneImport({ run }: { run: ImportSummary }) {
  const t = useTexts()
  const [mapping, setMapping] = useState(false)
  const given = useGivenFile(run.importId)
  const { upload, start, stop } = useUpload(run.importId)
  const isWaiting = run.status === 'ready' || run.status === 'stale' || run.status === 'failed'
  const sheets = run.sheets.filter(({ columns, sample }) => columns.length > 0 && sample.length > 0)
  const unread = sheets.filter(({ table }) => table === null)

  const readAgain = (file: GivenFile, change: UploadOptions) => {
    setMapping(false)
    start({ ...file, options: { ...file.options, ...change } })
  }

  if (upload.status === 'unknown') {
    const { given: file, sheets: unknown } = upload
    return (
      <MappingForm
        fileName={file.file.name}
        sheets={unknown}
        onCancel={stop}
        onMapped={(said) => start(file, said)}
        onRead={(change) => readAgain(file, change)}
      />
    )
  }
  if (mapping && given && upload.status === 'idle')
    return (
      <MappingForm
        fileName={run.fileName}
        sheets={[...unread, ...sheets.filter(({ table }) => table !== null)]}
        onCancel={() => setMapping(false)}
        onRead={(change) => readAgain(given, change)}
        onMapped={(said) => {
          setMapping(false)
          start(given, said)
        }}
      />
    )
  return (
    <>
      <State run={run} />
      {isWaiting && (
        <>
          {unread.length > 0 && (
            <div className="app-notice">
              <span>{t('imports.unread', { sheets: unread.map(({ sheet }) => sheet).join(t('comma')) })}</span>
            </div>
          )}
          {upload.status !== 'reading' && (
            <HowItWasRead
              run={run}
              onRead={given ? (change) => readAgain(given, change) : null}
              onMap={given && sheets.length > 0 ? () => setMapping(true) : null}
            />
          )}
          <AnotherFile
            run={run}
            uploading={{ upload, start, stop }}
            onMap={given && sheets.length > 0 ? () => setMapping(true) : null}
          />
        </>
      )}
      {/* Those of the others are deleted. */}
      {run.status !== 'cancelled' && run.status !== 'refused' && <ImportRows run={run} />}
    </>
  )
}

/** What can be done now, and why not what else. */
function State({ run }: { run: ImportSummary }) {
  const t = useTexts()
  const language = useLanguage()
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
    <Card aria-label={t('imports.state')}>
      {dialog === 'apply' && <ApplyDialog run={run} onClose={() => setDialog(null)} />}
      {dialog === 'undo' && <UndoDialog run={run} onClose={() => setDialog(null)} />}
      <div role="status" className="ad-import-state">
        <p className="ad-import-effect">{sentence()}</p>
        {status === 'ready' && mayApply && <p className="ad-soft">{t('imports.nothingWritten')}</p>}
        {run.gradingPeriods !== null && run.gradingPeriods.outside > 0 && (
          <p className="ad-soft">{t('imports.periodsOutside', { count: run.gradingPeriods.outside })}</p>
        )}
        {status === 'applied' && (
          <>
            {undoFailure !== '' && <p className="k-caution">{undoFailure}</p>}
            <p className="ad-soft">{t(undoable ? 'imports.undoable' : 'imports.undoLate', { days: IMPORT_DAYS })}</p>
          </>
        )}
        {(status === 'failed' || status === 'stale' || status === 'refused') && (
          <p className="ad-soft">{reason || t('failed.hint')}</p>
        )}
      </div>
      {(status === 'applying' || status === 'undoing') && (
        <>
          <Progress value={progress / 100} label={t(`imports.${status}`)} />
          <p className="ad-soft">{t(`imports.${status}Hint`, { percent: progress })}</p>
        </>
      )}
      {lastYear && (status === 'ready' || status === 'failed' || status === 'stale') && (
        <LastYear run={run} lastYear={lastYear} />
      )}
      {isLeftOut && <p className="k-caution">{t('imports.leaveOut.done', { count: errors })}</p>}
      {run.needsConfirmation && mayWrite && (
        <p className="k-caution">{t('imports.many', { count: counts.deactivated.people })}</p>
      )}
      {isAnswered && errors > 0 && !mayWrite && (
        <p id={whyNotId} className="ad-soft">
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
        {errors > 0 && (status === 'ready' || status === 'stale' || status === 'failed' || isLeftOut) && (
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
        {(status === 'ready' || status === 'stale' || status === 'failed') && (
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
  run: ImportSummary
  lastYear: NonNullable<ImportSummary['lastYear']>
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

/** The same list again: mended, or read in another way. */
function AnotherFile({
  run,
  uploading: { upload, start, stop },
  onMap,
}: {
  run: ImportSummary
  uploading: ReturnType<typeof useUpload>
  /** Null when the file has to be chosen first: the page was loaded since. */
  onMap: (() => void) | null
}) {
  const t = useTexts()
  const given = useGivenFile(run.importId)
  const hasErrors = countRows(run.counts.error) > 0

  if (upload.status === 'reading')
    return (
      <Card>
        <ReadingFile file={upload.file} onStop={stop} />
      </Card>
    )
  const take = (file: File) => {
    // How the last file was written says nothing of this one, nor which of its rows are hidden.
    const {
      encoding: _,
      separator: _1,
      hiddenRows: _2,
      ...options
    } = given?.options ?? {
      mode: run.mode,
      source: run.source,
    }
    start({ file, options })
  }
  const failure = upload.status === 'failed' ? failureText(upload.error) : ''
  return (
    <details
      className="app-card ad-more ad-import-again"
      open={hasErrors || failure !== '' || (asksForHidden(run) && !given)}
    >
      <summary>{t(hasErrors ? 'imports.mended' : 'imports.again')}</summary>
      <div className="k-stack">
        <FileField
          label={t(hasErrors ? 'imports.chooseMended' : 'imports.chooseAgain')}
          hint={t('imports.replaces')}
          failure={failure}
          onFile={take}
        />
        {onMap ? (
          <div className="k-action">
            <Button needsNetwork onClick={onMap}>
              {t('imports.mapping.change')}
            </Button>
            <span className="ad-soft">{t('imports.mapping.changeHint')}</span>
          </div>
        ) : (
          run.format !== 'oneroster' && <p className="ad-soft">{t('imports.mapping.chooseFirst')}</p>
        )}
      </div>
    </details>
  )
}
