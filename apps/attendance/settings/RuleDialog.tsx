import type { ResponseOf } from '../../../contract/endpoint.ts'
import {
  deleteRule,
  saveRule,
  type AttendanceRule,
  type rules,
} from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { TOLERANCE_MAX } from '../../../contract/rules/attendance-rule.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { formatWeekday } from '../dates.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { ChecksField, SelectField } from '../form/fields.tsx'
import { useForm } from '../form/use-form.ts'
import { nameIn } from '../name-in.ts'
import { useLanguage, usePortal, useTexts } from '../portal-context.ts'
import { useChange } from '../use-change.ts'
import { checkRule, ruleFieldsOf, ruleInputOf, type RuleFields } from './rule-form.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const NAME_LENGTH = 64

/** Adds a rule, or changes one from a day on, with an undo. */
export function RuleDialog({
  rule,
  known: { today, classes },
  onClose,
  onSaved,
}: {
  /** Null for a new one. */
  rule: AttendanceRule | null
  known: ResponseOf<typeof rules>
  onClose: () => void
  onSaved: () => void
}) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const { tell } = useChange()
  const form = useForm<RuleFields>({
    initial: ruleFieldsOf(rule, today),
    check: (fields) =>
      Object.fromEntries(
        Object.entries(checkRule(fields, today)).map(([name, problem]) => [
          name,
          t(`rules.problem.${problem}`, { limit: TOLERANCE_MAX }),
        ]),
      ),
    async send(fields) {
      const saved = await portal.call(saveRule, ruleInputOf(fields, rule?.ruleId ?? null), { quiet: true })
      onClose()
      onSaved()
      tell(t('rules.saved', { name: nameIn(saved, language) }), async () => {
        // The earlier version applies again from the day of the change; earlier days keep theirs.
        if (rule) await portal.call(saveRule, { ...rule, validFrom: saved.validFrom }, { quiet: true })
        else await portal.call(deleteRule, { ruleId: saved.ruleId }, { quiet: true })
        onSaved()
      })
    },
  })
  const { values, problems, set } = form

  const text = (name: 'name' | 'englishName' | 'inBy' | 'outFrom' | 'dayStart' | 'validFrom', type = 'text') => (
    <TextField
      {...form.textField(name)}
      type={type}
      label={t(`rules.${name}`)}
      maxLength={NAME_LENGTH}
      autoComplete="off"
      {...(name === 'validFrom' && { min: today, hint: t('rules.validFromHint') })}
    />
  )
  const minutes = (name: 'inTolerance' | 'outTolerance') => (
    <TextField
      {...form.textField(name)}
      label={t(`rules.${name}`)}
      unit={t('rules.minutes')}
      inputMode="numeric"
      maxLength={3}
      autoComplete="off"
    />
  )

  return (
    <FormDialog
      title={t(rule ? 'rules.edit' : 'rules.add')}
      width="640px"
      form={form}
      action={t('action.save')}
      onClose={onClose}
    >
      <div className="at-pair">
        {text('name')}
        {text('englishName')}
      </div>
      <SelectField
        name="appliesTo"
        label={t('rules.appliesTo')}
        value={values.appliesTo}
        options={(['staff', 'pupils', 'classes'] as const).map((each) => [each, t(`rules.for.${each}`)])}
        onChange={(appliesTo) => set('appliesTo', appliesTo)}
      />
      {values.appliesTo === 'classes' && (
        <ChecksField
          name="classIds"
          label={t('rules.classes')}
          error={problems.classIds}
          values={values.classIds}
          options={classes.map((each) => [each.classId, nameIn(each, language)])}
          onChange={(classIds) => set('classIds', classIds)}
        />
      )}
      <ChecksField
        name="weekdays"
        label={t('rules.weekdays')}
        error={problems.weekdays}
        values={values.weekdays}
        options={WEEKDAYS.map((weekday) => [weekday, formatWeekday(weekday, language)])}
        onChange={(weekdays) => set('weekdays', weekdays)}
      />
      <div className="at-pair">
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
