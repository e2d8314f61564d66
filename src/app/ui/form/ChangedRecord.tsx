import './changed-record.css'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../Button.tsx'
import { formatDateTime } from '../format/format.ts'
import { useKitTexts } from '../use-kit-texts.ts'
import type { DifferingField, Meanwhile, Side } from './use-form.ts'

const SIDES = ['mine', 'theirs'] as const

/**
 * In a form that was not saved because another person has changed the record meanwhile: both values of each field that differs, to choose from. The fields of
 * the form take the chosen values, and the next save replaces the other person's version.
 */
export function ChangedRecord({ meanwhile }: { meanwhile: Meanwhile }) {
  const { t, language } = useKitTexts()
  const id = useId()
  const heading = useRef<HTMLParagraphElement>(null)
  const { last, fields, choose } = meanwhile
  const { by } = last ?? {}
  const name = by && (language === 'en' ? by.englishName || by.realName : by.realName)

  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="k-changed" role="group" aria-labelledby={id}>
      <p className="k-changed__title" id={id} ref={heading} tabIndex={-1}>
        {t('changed.title')}
      </p>
      {last && (
        <p>
          {name
            ? t('changed.last', { name, time: formatDateTime(last.at, language) })
            : t('changed.lastAt', { time: formatDateTime(last.at, language) })}
        </p>
      )}
      <p>{t(fields.length === 0 ? 'changed.same' : 'changed.hint')}</p>
      {fields.map((field) => (
        <Field key={field.name} field={field} onChoose={(side) => choose(side, field.name)} />
      ))}
      {fields.length > 1 && (
        <div className="k-changed__all">
          <Button onClick={() => choose('mine')}>{t('changed.allMine')}</Button>
          <Button onClick={() => choose('theirs')}>{t('changed.allTheirs')}</Button>
        </div>
      )}
    </div>
  )
}

function Field({ field, onChoose }: { field: DifferingField; onChoose: (side: Side) => void }) {
  const { t } = useKitTexts()
  const group = useId()
  const textOf = (value: unknown): string => {
    const text = field.text(value)
    if (text !== null && text !== '') return text
    if (typeof value === 'boolean') return t(value ? 'changed.yes' : 'changed.no')
    if (Array.isArray(value) && value.length > 0) return value.map(textOf).join(t('changed.comma'))
    return typeof value === 'string' || typeof value === 'number'
      ? String(value) || t('changed.empty')
      : t('changed.empty')
  }
  return (
    <fieldset className="k-changed__field">
      <legend>{field.label || t('changed.other')}</legend>
      {SIDES.map((side) => (
        <label key={side}>
          <input type="radio" name={group} checked={field.chosen === side} onChange={() => onChoose(side)} />
          <span>
            <span className="k-changed__side">{t(`changed.${side}`)}</span> {textOf(field[side])}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
