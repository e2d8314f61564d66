import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import type { AttendanceRule } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { TOLERANCE_MAX } from '../../../contract/rules/attendance/attendance-rule.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { formatWeekday } from '../../../src/app/ui/format/calendar.ts'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { ruleFieldsOf, ruleForm } from './rule-form.ts'
import { useLocale } from '../portal-context.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** Adds a rule, or changes one from a day on, with an undo. */
export function RuleDialog({
  rule,
  known: { today, classes },
  onClose,
}: {
  /** Null for a new one. */
  rule: AttendanceRule | null
  known: ResponseOf<typeof attendanceAdmin.rules>
  onClose: () => void
}) {
  const { t, nameOf, language } = useLocale()
  const call = useCall()
  const save = useChange(attendanceAdmin.saveRule, {
    done: (saved) => t('attendance.rules.saved', { name: nameOf(saved) }),
    // The earlier version applies again from the day of the change; earlier days keep theirs.
    undo:
      ({ ruleId, validFrom, version }) =>
      () =>
        rule
          ? call(attendanceAdmin.saveRule, { ...rule, validFrom, version })
          : call(attendanceAdmin.deleteRule, { ruleId }),
  })
  const tolerance = t('attendance.rules.problem.tolerance', { limit: TOLERANCE_MAX })
  const time = t('attendance.rules.problem.time')
  const form = useForm({
    schema: ruleForm(today, (problem) => t(`attendance.rules.problem.${problem}`)),
    values: ruleFieldsOf(rule, today),
    record: {
      endpoint: attendanceAdmin.saveRule,
      version: rule?.version ?? null,
      valuesOf: (now) => ruleFieldsOf(now, today),
      show: {
        weekdays: {
          label: t('attendance.rules.weekdays'),
          text: (days: number[]) => days.map((day) => formatWeekday(day, language)).join(t('comma')),
        },
        classIds: {
          label: t('structure.part.class'),
          text: (ids: string[]) =>
            classes
              .filter(({ classId }) => ids.includes(classId))
              .map((one) => nameOf(one))
              .join(t('comma')),
        },
      },
    },
    texts: {
      name: t('attendance.rules.problem.name'),
      weekdays: t('attendance.rules.problem.weekdays'),
      inBy: time,
      outFrom: time,
      dayStart: time,
      inTolerance: tolerance,
      outTolerance: tolerance,
      validFrom: t('attendance.rules.problem.past'),
    },
    async submit(fields, version) {
      await save.mutateAsync({ ...fields, ...(rule && { ruleId: rule.ruleId }), version })
      onClose()
    },
  })

  const text = (name: 'name' | 'englishName' | 'inBy' | 'outFrom' | 'dayStart' | 'validFrom', type = 'text') => (
    <TextField
      {...form.field(name)}
      type={type}
      label={t(`attendance.rules.${name}`)}
      {...(name === 'validFrom' && { min: today, hint: t('attendance.rules.validFromHint') })}
    />
  )
  const minutes = (name: 'inTolerance' | 'outTolerance') => (
    <TextField
      {...form.field(name)}
      label={t(`attendance.rules.${name}`)}
      unit={t('attendance.rules.minutes')}
      inputMode="numeric"
      maxLength={3}
    />
  )

  return (
    <FormDialog
      title={t(rule ? 'attendance.rules.edit' : 'attendance.rules.add')}
      width="640px"
      form={form}
      onClose={onClose}
    >
      <div className="k-form__pair">
        {text('name')}
        {text('englishName')}
      </div>
      <SelectField
        {...form.field('appliesTo')}
        label={t('attendance.rules.appliesTo')}
        options={(['staff', 'pupils', 'classes'] as const).map((each) => [each, t(`attendance.rules.for.${each}`)])}
      />
      {form.watch('appliesTo') === 'classes' && (
        <ChoicesField
          type="checkbox"
          name="classIds"
          label={t('structure.part.class')}
          error={form.errorOf('classIds')}
          chosen={form.watch('classIds')}
          options={classes.map((each) => [each.classId, nameOf(each)])}
          onChange={(classIds) => form.change('classIds', classIds)}
        />
      )}
      <ChoicesField
        type="checkbox"
        name="weekdays"
        label={t('attendance.rules.weekdays')}
        error={form.errorOf('weekdays')}
        chosen={form.watch('weekdays')}
        options={WEEKDAYS.map((weekday) => [weekday, formatWeekday(weekday, language)])}
        onChange={(weekdays) => form.change('weekdays', weekdays)}
      />
      <div className="k-form__pair">
        {text('inBy', 'time')}
        {minutes('inTolerance')}
        {text('outFrom', 'time')}
        {minutes('outTolerance')}
        {text('validFrom', 'date')}
        {text('dayStart', 'time')}
      </div>
    </FormDialog>
  )
}
