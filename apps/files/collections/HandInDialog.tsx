import * as z from 'zod/mini'
import {
  HAND_IN_LIMITS,
  handInClasses,
  saveHandIn,
  type HandIn,
} from '../../../contract/endpoints/storage/collections.ts'
import { calendarDay, code, filled, integer, text, timeOfDay, typedNumber } from '../../../contract/fields.ts'
import { FILE_SIZE_MAX } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { addDays, minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { nameIn } from '../../../src/app/micro-apps/names.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useNewIds } from '../../../src/app/ui/form/use-new-ids.ts'
import { useTexts } from '../portal.ts'
import { fieldsOf } from './hand-in-state.ts'

const MB = 1024 * 1024
/** Times are entered and shown everywhere in Files in the time zone of the device, and stored as moments. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
const LARGEST = FILE_SIZE_MAX / MB

const schema = z.object({
  classId: z.string().check(z.minLength(1, code('field.required'))),
  title: filled(HAND_IN_LIMITS.title),
  text: text(HAND_IN_LIMITS.text),
  date: calendarDay,
  time: timeOfDay,
  files: typedNumber(2, integer({ least: 1, most: HAND_IN_LIMITS.files })),
  size: typedNumber(5, z.nullable(integer({ least: 1, most: LARGEST }))),
})

/** Asks a class to hand in, or changes what is asked. */
export function HandInDialog({
  handIn,
  onClose,
  onSaved,
}: {
  /** Null for a new one. */
  handIn: HandIn | null
  onClose: () => void
  onSaved?: (id: string) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const classes = useEndpoint(handInClasses, handIn === null ? {} : null)
  const save = useChange(saveHandIn)
  const own = classes.data ?? []
  const newIdOf = useNewIds()
  const form = useForm({
    schema,
    values: { ...valuesOf(handIn), classId: handIn?.classId ?? (own.length === 1 ? (own[0]?.classId ?? '') : '') },
    texts: {
      date: t('handIns.form.dateWrong'),
      time: t('handIns.form.dateWrong'),
      files: t('handIns.form.filesWrong', { most: HAND_IN_LIMITS.files }),
      size: t('handIns.form.sizeWrong', { most: LARGEST }),
      title: t('handIns.form.titleMissing'),
      classId: t('handIns.form.choose'),
    },
    fieldAt: (field) => (field === 'dueAt' ? 'date' : field),
    async submit({ classId, title, text: body, date, time, files, size }) {
      if (files === null)
        throw new PortalError('request.invalid', { fields: [{ field: 'files', code: 'handin.files' }] })
      const dueAt = new Date(momentOf({ date, minutes: minutesOf(time) }, ZONE)).toISOString()
      const { id } = await save.mutateAsync({
        ...(handIn ? { id: handIn.id } : { id: null, newId: newIdOf(classId) }),
        classId,
        title,
        text: body,
        // A time that was not touched stays, to the second.
        dueAt: handIn && isSameMinute(handIn.dueAt, dueAt) ? handIn.dueAt : dueAt,
        maxFiles: files,
        maxBytes: size === null ? null : size * MB,
      })
      onSaved?.(id)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t(handIn ? 'handIns.form.editTitle' : 'handIns.new')}
      {...(!handIn && { action: t('handIns.form.ask') })}
      width="520px"
      form={form}
      onClose={onClose}
    >
      {handIn === null &&
        (classes.isSuccess && own.length === 0 ? (
          <p className="k-soft">{t('handIns.form.noClass')}</p>
        ) : (
          <SelectField
            {...form.field('classId')}
            label={t('handIns.form.class')}
            {...(classes.isError && { error: failureText(classes.error) })}
            options={[
              ['', t('handIns.form.choose')],
              ...own.map((one) => [one.classId, nameIn(one, language)] as const),
            ]}
          />
        ))}
      <TextField {...form.field('title')} label={t('handIns.form.title')} />
      <LinesField {...form.field('text')} label={t('handIns.form.text')} rows={4} />
      <div className="k-form__pair">
        <TextField
          {...form.field('date')}
          type="date"
          label={t('handIns.form.date')}
          hint={t('handIns.form.zone', { zone: ZONE })}
        />
        <TextField {...form.field('time')} type="time" label={t('handIns.form.time')} />
      </div>
      <div className="k-form__pair">
        <TextField {...form.field('files')} inputMode="numeric" label={t('handIns.form.files')} />
        <TextField
          {...form.field('size')}
          inputMode="numeric"
          label={t('handIns.form.size')}
          hint={t('handIns.form.sizeHint')}
          unit="MB"
        />
      </div>
    </FormDialog>
  )
}

const isSameMinute = (one: string, other: string): boolean =>
  Math.floor(Date.parse(one) / 60_000) === Math.floor(Date.parse(other) / 60_000)

function valuesOf(handIn: HandIn | null) {
  if (handIn) {
    return {
      title: handIn.title,
      text: handIn.text,
      ...fieldsOf(Date.parse(handIn.dueAt), ZONE),
      files: String(handIn.maxFiles),
      size: handIn.maxBytes === null ? '' : String(Math.max(1, Math.round(handIn.maxBytes / MB))),
    }
  }
  const inAWeek = addDays(fieldsOf(Date.now(), ZONE).date, 7)
  return { title: '', text: '', date: inAWeek, time: '20:00', files: '1', size: '' }
}
