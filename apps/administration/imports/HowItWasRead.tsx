import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { ImportSheet, ImportSummary } from '../../../contract/endpoints/people/imports.ts'
import {
  type Encoding,
  ENCODINGS,
  type Separator,
  SEPARATOR_NAMES,
} from '../../../contract/rules/imports/text-forms.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { useTexts, type Translate } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { ENCODING_LABELS } from './encoding-labels.ts'
import { headingsNotKept, repeatedHeadings } from './column-mapping.ts'
import type { UploadOptions } from './use-upload.ts'

/** Rows that are named of a sheet. */
const NAMED = 20

/** Whether it is still to be said what becomes of rows that the sheets hide. */
export const asksForHidden = ({ sheets, hiddenRows }: ImportSummary) =>
  hiddenRows === null && sheets.some(({ hidden }) => hidden !== undefined)

/**
 * How the file was read, where it is asked about or may be said otherwise. `onRead` reads it again with other options, `onMap` asks what its columns are; both null when the file has to be
 * chosen first: the page was loaded since.
 */
export function HowItWasRead({
  run,
  onRead,
  onMap,
}: {
  run: ImportSummary
  onRead: ((change: UploadOptions) => void) | null
  onMap: (() => void) | null
}) {
  const t = useTexts()
  const hidden = run.sheets.filter((sheet) => sheet.hidden !== undefined)
  const placed = run.sheets.filter(({ place }) => place !== undefined)
  const used = placed.filter(({ place }) => place?.used)
  const asksPlace = used.length < placed.length
  const repeated = run.sheets.flatMap(repeatedHeadings)
  const notKept = headingsNotKept(run.sheets)
  const text = run.sheets.find((sheet) => sheet.text !== undefined)?.text
  if (hidden.length + placed.length + repeated.length + notKept.length === 0 && !text) return null
  const press = (label: string, change: UploadOptions, kind: 'primary' | 'plain' = 'plain') => (
    <Button kind={kind} needsNetwork disabled={!onRead} onClick={() => onRead?.(change)}>
      {label}
    </Button>
  )
  const count = hidden.reduce((sum, sheet) => sum + (sheet.hidden?.count ?? 0), 0)
  const rows = hidden.map((sheet) => tellHidden(sheet, run.sheets.length, t)).join(t('imports.semicolon'))
  const told = { null: 'ask', read: 'isRead', skip: 'isLeft' } as const
  const names = (sheets: readonly ImportSheet[]) =>
    sheets
      .slice(0, NAMED)
      .map(({ sheet }) => sheet)
      .join(t('comma'))
  return (
    <Card aria-label={t('imports.read.title')}>
      {count > 0 && (
        <Question
          isOpen={run.hiddenRows === null}
          text={t(`imports.hidden.${told[run.hiddenRows ?? 'null']}`, { count, rows })}
        >
          {run.hiddenRows !== 'read' && press(t('imports.hidden.read'), { hiddenRows: 'read' })}
          {run.hiddenRows !== 'skip' && press(t('imports.hidden.leave'), { hiddenRows: 'skip' })}
        </Question>
      )}
      {placed.length > 0 && (
        <Question
          isOpen={asksPlace}
          text={
            asksPlace
              ? t('imports.bySheet.ask', { names: names(placed) })
              : t('imports.bySheet.used', { names: names(used) })
          }
        >
          {asksPlace && press(t('imports.bySheet.use'), { classBySheet: true }, 'primary')}
          {used.length > 0 && press(t('imports.bySheet.drop'), { classBySheet: false })}
        </Question>
      )}
      {repeated.length > 0 && (
        <Question isOpen text={t('imports.repeated', { columns: repeated.join(t('comma')) })}>
          {onMap && (
            <Button needsNetwork onClick={onMap}>
              {t('imports.mapping.change')}
            </Button>
          )}
        </Question>
      )}
      {notKept.length > 0 && <p>{t('imports.notKept', { columns: notKept.join(t('comma')) })}</p>}
      {text && <TextForm key={`${text.encoding} ${text.separator}`} text={text} onRead={onRead} />}
      {!onRead && (
        <p className="k-soft">{t(asksForHidden(run) ? 'imports.read.chooseToAnswer' : 'imports.read.chooseFirst')}</p>
      )}
    </Card>
  )
}

/** What is asked or was answered, and the buttons of the other answers. */
function Question({ isOpen, text, children }: { isOpen: boolean; text: string; children: ReactNode }) {
  return (
    <div className="ad-line ad-line--apart">
      <p className={isOpen ? 'ad-warning' : undefined}>{text}</p>
      <div className="k-buttons">{children}</div>
    </div>
  )
}

function tellHidden({ sheet, hidden }: ImportSheet, sheets: number, t: Translate): string {
  if (hidden?.isWhole && sheet !== '') return t('imports.hidden.wholeSheet', { sheet, count: hidden.count })
  const shown = hidden?.rows.slice(0, NAMED) ?? []
  const count = hidden?.count ?? 0
  const list = shown.join(t('comma')) + (count > shown.length ? t('imports.hidden.more') : '')
  const rows = t('imports.hidden.rows', { count, rows: list })
  return sheets > 1 && sheet !== '' ? `${sheet}${t('colon')}${rows}` : rows
}

/** How a text was read, and by a press otherwise. */
export function TextForm({
  text,
  onRead,
}: {
  text: NonNullable<ImportSheet['text']>
  onRead: ((change: UploadOptions) => void) | null
}) {
  const t = useTexts()
  const [encoding, setEncoding] = useState<Encoding>(text.encoding)
  const [separator, setSeparator] = useState<Separator>(text.separator)
  const isSame = encoding === text.encoding && separator === text.separator
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isSame) onRead?.({ encoding, separator })
  }
  return (
    <form className="ad-import-text" aria-label={t('imports.text.title')} onSubmit={submit}>
      <SelectField
        label={t('imports.text.encoding')}
        value={encoding}
        disabled={!onRead}
        options={ENCODINGS.map((one) => [one, ENCODING_LABELS[one]])}
        onChoose={setEncoding}
      />
      <SelectField
        label={t('imports.text.separator')}
        value={separator}
        disabled={!onRead}
        options={SEPARATOR_NAMES.map((one) => [one, t(`imports.text.${one}`)])}
        onChoose={setSeparator}
      />
      <Button type="submit" needsNetwork disabled={!onRead || isSame}>
        {t('imports.text.again')}
      </Button>
    </form>
  )
}
