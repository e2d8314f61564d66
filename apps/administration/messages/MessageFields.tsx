import PaperPlane from '@phosphor-icons/core/regular/paper-plane-tilt.svg?react'
import { useState, type ReactNode } from 'react'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import type { FieldInput, FormState } from '../../../src/app/ui/form/use-form.ts'
import { useTexts } from '../portal-context.ts'

// The fields that a school's message and an office's have in common, in the order of the page.

const IMPORTANCES = [1, 2, 3, 4, 5] as const

type Kind = 'message' | 'todo'
type When = 'now' | 'later'
type FieldOf<Name extends string> = (name: Name) => FieldInput

export function KindField({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const t = useTexts()
  return (
    <Segments
      label={t('column.type')}
      options={(['message', 'todo'] as const).map((value) => ({ value, label: t(`messages.kinds.${value}`) }))}
      value={kind}
      onChange={onChange}
    />
  )
}

/** Title and text, both also in English, and the day of a to-do or the importance of a message. `children` follow the title. */
export function WordingFields({
  draft: { kind, importance, englishTitle, englishText },
  hasText,
  fieldOf,
  onImportance,
  children,
}: {
  draft: {
    readonly kind: Kind
    readonly importance: number
    readonly englishTitle: string
    readonly englishText: string
  }
  hasText: boolean
  fieldOf: FieldOf<'title' | 'text' | 'englishTitle' | 'englishText' | 'dueOn'>
  onImportance: (importance: number) => void
  children?: ReactNode
}) {
  const t = useTexts()
  const isTodo = kind === 'todo'
  // Stays open when the text becomes empty, so that the field keeps the focus while it is rewritten.
  const [hadEnglish, setHadEnglish] = useState(false)
  if (!hadEnglish && (englishTitle !== '' || englishText !== '')) setHadEnglish(true)
  return (
    <>
      <TextField {...fieldOf('title')} label={t('messages.title')} />
      {children}
      {hasText && (
        <LinesField {...fieldOf('text')} label={t(isTodo ? 'messages.formText' : 'messages.text')} rows={6} />
      )}
      <details className="ad-more" open={hadEnglish || undefined}>
        <summary>{t('messages.english')}</summary>
        <div className="k-form">
          <TextField {...fieldOf('englishTitle')} label={t('messages.englishTitle')} />
          {hasText && <LinesField {...fieldOf('englishText')} label={t('messages.englishText')} rows={4} />}
        </div>
      </details>
      {isTodo ? (
        <TextField {...fieldOf('dueOn')} type="date" label={t('messages.dueOn')} hint={t('messages.dueHint')} />
      ) : (
        <ChoicesField
          type="radio"
          name="importance"
          label={t('messages.importance')}
          chosen={[importance]}
          options={IMPORTANCES.map((one) => [one, t(`messages.importances.${one}`)])}
          onChange={([chosen]) => chosen !== undefined && onImportance(chosen)}
        />
      )}
    </>
  )
}

export function AddressField(input: FieldInput) {
  return <TextField {...input} label={useTexts()('trail.fields.url')} placeholder="https://" inputMode="url" />
}

/** Now, or at a day and a time; `zone` says of which time zone. */
export function TimeFields({
  when,
  zone,
  fieldOf,
  onWhen,
}: {
  when: When
  zone: string
  fieldOf: FieldOf<'sendAt' | 'sendTime'>
  onWhen: (when: When) => void
}) {
  const t = useTexts()
  return (
    <>
      <Segments
        label={t('messages.when')}
        options={(['now', 'later'] as const).map((value) => ({ value, label: t(`messages.whens.${value}`) }))}
        value={when}
        onChange={onWhen}
      />
      {when === 'later' && (
        <div className="k-form__pair">
          <TextField {...fieldOf('sendAt')} type="date" label={t('messages.day')} hint={zone} />
          <TextField {...fieldOf('sendTime')} type="time" label={t('messages.time')} />
        </div>
      )}
    </>
  )
}

/** The failure, and the button that sends, with the number of receivers where it is known. */
export function SendFooter({
  form,
  when,
  recipients,
  children,
}: {
  form: FormState
  when: When
  recipients: number | undefined
  children?: ReactNode
}) {
  const t = useTexts()
  const isNow = when === 'now'
  return (
    <FormFooter
      form={form}
      icon={PaperPlane}
      action={
        recipients
          ? t(isNow ? 'messages.sendTo' : 'messages.scheduleFor', { count: recipients })
          : t(isNow ? 'messages.send' : 'messages.schedule')
      }
      offline={t('messages.offline')}
    >
      {children}
    </FormFooter>
  )
}
