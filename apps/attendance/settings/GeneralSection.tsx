import { useId } from 'react'
import * as z from 'zod/mini'
import { typedNumber } from '../../../contract/fields.ts'
import {
  RETENTION_MONTHS,
  saveSettings,
  settings,
  type AttendanceSettings,
} from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { isTimeZone } from '../../../contract/rules/zoned-time.ts'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { Loaded } from '../Loaded.tsx'
import { usePortal, useTexts } from '../portal-context.ts'
import { useAttendanceForm } from '../use-attendance-form.ts'
import { useEndpoint, useSend } from '../use-endpoint.ts'
import { SettingsSection } from './SettingsSection.tsx'

/** The unit's time zone, notification of guardians, and retention. */
export function GeneralSection() {
  const t = useTexts()
  const query = useEndpoint(settings, {})
  return (
    <SettingsSection title={t('settings.part.general')} hint={t('general.hint')}>
      <Loaded query={query}>{(known) => <GeneralForm known={known} />}</Loaded>
    </SettingsSection>
  )
}

function GeneralForm({ known }: { known: AttendanceSettings }) {
  const t = useTexts()
  const id = useId()
  const portal = usePortal()
  const send = useSend()
  const { shape } = saveSettings.request
  const form = useAttendanceForm({
    schema: z.extend(saveSettings.request, {
      timeZone: shape.timeZone.check(z.trim(), z.refine(isTimeZone)),
      retentionMonths: typedNumber(3, shape.retentionMonths),
    }),
    values: { ...known, retentionMonths: String(known.retentionMonths) },
    texts: { timeZone: t('general.wrongZone'), retentionMonths: t('general.wrongMonths', RETENTION_MONTHS) },
    async submit(values) {
      await send(saveSettings, values)
      portal.notify('success', t('general.saved'))
    },
  })
  return (
    <form {...form.props} className="k-form">
      <TextField
        {...form.field('timeZone')}
        label={t('general.timeZone')}
        hint={t('general.timeZoneHint')}
        list={`${id}-zones`}
        maxLength={64}
        autoComplete="off"
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
        label={t('general.retention')}
        hint={t('general.retentionHint')}
        unit={t('general.months')}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
      <SwitchField
        {...form.register('notifyLate')}
        label={t('general.notifyLate')}
        hint={t('general.notifyLateHint')}
      />
      <SwitchField
        {...form.register('portalClockIn')}
        label={t('general.portalClockIn')}
        hint={t('general.portalClockInHint')}
      />
      <FormFooter form={form} />
    </form>
  )
}
