import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { useId } from 'react'
import * as z from 'zod/mini'
import { typedNumber } from '../../../contract/fields.ts'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { RETENTION_MONTHS, type AttendanceSettings } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { isTimeZone } from '../../../contract/rules/zoned-time.ts'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useTexts } from '../portal-context.ts'

/** The unit's time zone, notification of guardians, and retention. */
export function GeneralSection() {
  const t = useTexts()
  const query = useEndpoint(attendanceAdmin.settings, {})
  return (
    <Card title={t('attendance.part.general')} hint={t('attendance.general.hint')}>
      <Loaded query={query}>{(known) => <GeneralForm known={known} />}</Loaded>
    </Card>
  )
}

function GeneralForm({ known }: { known: AttendanceSettings }) {
  const t = useTexts()
  const id = useId()
  const save = useChange(attendanceAdmin.saveSettings, {
    done: t('settings.saved'),
    shows: endpointQuery(attendanceAdmin.settings, {}),
  })
  const fields = z.omit(attendanceAdmin.saveSettings.request, { version: true })
  const { shape } = fields
  const form = useForm({
    schema: z.extend(fields, {
      timeZone: shape.timeZone.check(z.trim(), z.refine(isTimeZone)),
      retentionMonths: typedNumber(3, shape.retentionMonths),
    }),
    values: typed(known),
    record: { endpoint: attendanceAdmin.saveSettings, version: known.version, valuesOf: typed },
    texts: {
      timeZone: t('attendance.general.wrongZone'),
      retentionMonths: t('attendance.general.wrongMonths', RETENTION_MONTHS),
    },
    submit: (values, version) => save.mutateAsync({ ...values, version: version ?? '' }),
  })
  return (
    <form {...form.props} className="k-form ad-at-general">
      <TextField
        {...form.field('timeZone')}
        label={t('trail.fields.timeZone')}
        hint={t('attendance.general.timeZoneHint')}
        list={`${id}-zones`}
      />
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <TextField
        {...form.field('retentionMonths')}
        label={t('attendance.general.retention')}
        hint={t('attendance.general.retentionHint')}
        unit={t('attendance.general.months')}
        inputMode="numeric"
        maxLength={3}
      />
      {(['notifyLate', 'portalClockIn', 'parentExcuse'] as const).map((name) => (
        <SwitchField
          key={name}
          {...form.register(name)}
          label={t(`attendance.general.${name}`)}
          hint={t(`attendance.general.${name}Hint`)}
        />
      ))}
      <FormFooter form={form} />
    </form>
  )
}

function typed(shown: AttendanceSettings) {
  const { version: _, ...known } = shown
  return { ...known, retentionMonths: String(known.retentionMonths) }
}
