import { useState } from 'react'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { RecordPage } from '../../../src/app/ui/record/RecordPage.tsx'
import { useRecord } from '../../../src/app/micro-apps/use-endpoint.ts'
import { FileField, ReadingFile } from './FileField.tsx'
import { asksForHidden, HowItWasRead } from './HowItWasRead.tsx'
import { countRows } from './import-counts.ts'
import { ImportRows } from './ImportRows.tsx'
import { ImportState } from './ImportState.tsx'
import { StatusTag } from './ImportsPage.tsx'
import { MappingForm } from './MappingForm.tsx'
import { isBusy, isWaiting, useEndedImports } from './use-ended-imports.ts'
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

function Origin({ run: { by, createdAt, mode, source } }: { run: imports.ImportSummary }) {
  const { t, personName } = useLocale()
  return (
    <span className="k-row__facts">
      <span>{by ? personName(by) : t('imports.byCommand')}</span>
      <span>
        <TimeAgo at={createdAt} />
      </span>
      {mode === 'bulk' && <span>{t('imports.ofBulk')}</span>}
      {source !== 'file' && <span>{t('imports.ofSource', { source })}</span>}
    </span>
  )
}

function OneImport({ run }: { run: imports.ImportSummary }) {
  const t = useTexts()
  const [mapping, setMapping] = useState(false)
  const given = useGivenFile(run.importId)
  const { upload, start, stop } = useUpload(run.importId)
  const sheets = run.sheets.filter(({ columns, sample }) => columns.length > 0 && sample.length > 0)
  const unread = sheets.filter(({ table }) => table === null)

  const readAgain = (file: GivenFile, change: UploadOptions) => {
    setMapping(false)
    start({ ...file, options: { ...file.options, ...change } })
  }

  const mapped = () => {
    if (upload.status === 'unknown') return upload
    if (!mapping || !given || upload.status !== 'idle') return null
    return { given, sheets: [...unread, ...sheets.filter(({ table }) => table !== null)] }
  }
  const asked = mapped()
  if (asked)
    return (
      <MappingForm
        fileName={asked.given.file.name}
        sheets={asked.sheets}
        onCancel={() => {
          setMapping(false)
          stop()
        }}
        onRead={(change) => readAgain(asked.given, change)}
        onMapped={(said) => {
          setMapping(false)
          start(asked.given, said)
        }}
      />
    )
  const onMap = given && sheets.length > 0 ? () => setMapping(true) : null
  return (
    <>
      <ImportState run={run} />
      {isWaiting(run) && (
        <>
          {unread.length > 0 && (
            <div className="app-notice">
              <span>{t('imports.unread', { sheets: unread.map(({ sheet }) => sheet).join(t('comma')) })}</span>
            </div>
          )}
          {upload.status !== 'reading' && (
            <HowItWasRead run={run} onRead={given ? (change) => readAgain(given, change) : null} onMap={onMap} />
          )}
          <AnotherFile run={run} uploading={{ upload, start, stop }} onMap={onMap} />
        </>
      )}
      {/* The rows of one that was discarded or refused are deleted. */}
      {run.status !== 'cancelled' && run.status !== 'refused' && <ImportRows run={run} />}
    </>
  )
}

/** The same list again: mended, or read in another way. */
function AnotherFile({
  run,
  uploading: { upload, start, stop },
  onMap,
}: {
  run: imports.ImportSummary
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
            <span className="k-soft">{t('imports.mapping.changeHint')}</span>
          </div>
        ) : (
          run.format !== 'oneroster' && <p className="k-soft">{t('imports.mapping.chooseFirst')}</p>
        )}
      </div>
    </details>
  )
}
