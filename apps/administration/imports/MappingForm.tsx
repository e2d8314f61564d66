import { useEffect, useRef, useState } from 'react'
import type { ImportSheet } from '../../../contract/endpoints/people/imports.ts'
import { isNotKept } from '../../../contract/rules/imports/import-fields.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { FormFailure } from '../../../src/app/ui/form/FormFooter.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import {
  columnsOf,
  fieldsOf,
  firstMapping,
  mappingProblem,
  remap,
  writeMapping,
  type SheetMapping,
} from './column-mapping.ts'
import { TextForm } from './HowItWasRead.tsx'
import type { UploadOptions } from './use-upload.ts'

const EXAMPLES = 3
const TABLE_NAMES = { people: 'section.people', classes: 'structure.part.class' } as const
const TYPES = ['', '1', '2', '3', '4'] as const

/** Asks what the columns of a sheet are. `onMapped` gets the mapping as the server takes it, for one of the sheets: the others follow in the preview. `onRead` reads a text otherwise. */
export function MappingForm({
  fileName,
  sheets,
  onMapped,
  onCancel,
  onRead,
}: {
  fileName: string
  sheets: readonly ImportSheet[]
  onMapped: (mapping: string) => void
  onCancel: () => void
  onRead: (change: UploadOptions) => void
}) {
  const t = useTexts()
  const [at, setAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const sheet = sheets[at]
  return (
    <Card title={t('imports.mapping.title')} hint={t('imports.mapping.hint', { name: fileName })} heading={heading}>
      {sheets.length > 1 && (
        <SelectField
          label={t('imports.sheet')}
          value={String(at)}
          options={sheets.map((one, index) => [String(index), one.sheet])}
          onChoose={(index) => setAt(Number(index))}
        />
      )}
      {sheet?.text && (
        <TextForm key={`${sheet.text.encoding} ${sheet.text.separator}`} text={sheet.text} onRead={onRead} />
      )}
      {sheet && <SheetForm key={at} sheet={sheet} onMapped={onMapped} onCancel={onCancel} />}
    </Card>
  )
}

function SheetForm({
  sheet,
  onMapped,
  onCancel,
}: {
  sheet: ImportSheet
  onMapped: (mapping: string) => void
  onCancel: () => void
}) {
  const { t, language } = useLocale()
  const [mapping, setMapping] = useState<SheetMapping>(() => firstMapping(sheet))
  const [failure, setFailure] = useState<string | null>(null)
  const { table, type, row, fields } = mapping
  const names = fieldsOf(table).map(([field, { zh, en }]) => [field, language === 'en' ? en : zh] as const)
  const nameOf = (field: string) => names.find(([one]) => one === field)?.[1] ?? field

  const submit = () => {
    const problem = mappingProblem(mapping)
    if (problem === null) return onMapped(writeMapping(mapping))
    return setFailure(
      'twice' in problem
        ? t('imports.mapping.twice', { field: nameOf(problem.twice) })
        : t('imports.mapping.needs', { field: nameOf(problem.needs) }),
    )
  }

  return (
    <form
      className="k-stack"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="ad-mapping__head">
        <SelectField
          label={t('imports.mapping.table')}
          value={table}
          options={(['people', 'classes'] as const).map((one) => [one, t(TABLE_NAMES[one])])}
          onChoose={(chosen) => setMapping(remap(sheet, mapping, chosen, row))}
        />
        {table === 'people' && (
          <SelectField
            label={t('imports.mapping.type')}
            value={type}
            options={TYPES.map((one) => [one, one === '' ? t('imports.mapping.typeOfColumn') : t(`type.${one}`)])}
            onChoose={(chosen) => setMapping({ ...mapping, type: chosen })}
          />
        )}
        {sheet.table === null && sheet.sample.length > 1 && (
          <SelectField
            label={t('imports.mapping.row')}
            value={String(row)}
            options={sheet.sample.map((cells, index) => [String(index), cells.filter(Boolean).slice(0, 4).join(' · ')])}
            onChoose={(index) => setMapping(remap(sheet, mapping, table, Number(index)))}
          />
        )}
      </div>
      <ul className="ad-mapping" aria-label={t('imports.mapping.columns')}>
        {columnsOf(sheet, row).map(({ heading, examples }) => (
          <li key={heading} className="ad-mapping__column">
            <SelectField
              label={heading}
              hint={examples.slice(0, EXAMPLES).join(' · ') || t('imports.mapping.noExample')}
              value={fields[heading] ?? ''}
              data-set={(fields[heading] ?? '') !== '' || undefined}
              options={[['', t(isNotKept(heading) ? 'imports.mapping.notKept' : 'imports.mapping.notRead')], ...names]}
              onChoose={(field) => setMapping({ ...mapping, fields: { ...fields, [heading]: field } })}
            />
          </li>
        ))}
      </ul>
      <FormFailure failure={failure} />
      <div className="k-buttons">
        <Button kind="primary" type="submit" needsNetwork>
          {t('imports.mapping.read')}
        </Button>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
      </div>
      <p className="k-soft">{t('imports.mapping.remembered')}</p>
    </form>
  )
}
