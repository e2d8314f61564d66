import { useId } from 'react'
import {
  RETENTION_MONTHS,
  saveSettings,
  settings,
  type AttendanceSettings,
} from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { isTimeZone } from '../../../contract/rules/zoned-time.ts'
import { FormFooter } from '../../../src/app/ui/fields/FormFooter.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { Loaded } from '../Loaded.tsx'
import { useForm } from '../form/use-form.ts'
import { useGroups, usePortal, useTexts } from '../portal-context.ts'
import { useEndpoint } from '../use-endpoint.ts'
import { SettingsSection } from './SettingsSection.tsx'
import { isWithin } from './read-number.ts'

/** The unit's time zone, notification of guardians, and retention. */
export function GeneralSection() {
  const t = useTexts()
  const query = useEndpoint(settings, {})
  return (
    <SettingsSection title={t('settings.part.general')} hint={t('general.hint')}>
      <Loaded query={query}>{(known) => <GeneralForm known={known} onSaved={() => void query.refetch()} />}</Loaded>
    </SettingsSection>
  )
}

function GeneralForm({ known, onSaved }: { known: AttendanceSettings; onSaved: () => void }) {
  const t = useTexts()
  const id = useId()
  const portal = usePortal()
  const groups = useGroups()
  const form = useForm({
    initial: { ...known, retentionMonths: String(known.retentionMonths) },
    check: ({ timeZone, retentionMonths }) => ({
      ...(!isTimeZone(timeZone.trim()) && { timeZone: t('general.wrongZone') }),
      ...((retentionMonths.trim() === '' || !isWithin(retentionMonths, RETENTION_MONTHS)) && {
        retentionMonths: t('general.wrongMonths', RETENTION_MONTHS),
      }),
    }),
    async send(values) {
      const timeZone = values.timeZone.trim()
      const retentionMonths = Number(values.retentionMonths)
      await portal.call(saveSettings, { ...values, timeZone, retentionMonths }, { quiet: true })
      onSaved()
      // Another time zone may have another day.
      groups.reload()
      portal.notify('success', t('general.saved'))
    },
  })
  return (
    <form {...form.props} className="at-form">
      <TextField
        {...form.textField('timeZone')}
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
        {...form.textField('retentionMonths')}
        label={t('general.retention')}
        hint={t('general.retentionHint')}
        unit={t('general.months')}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
      <div className="at-switch">
        <input
          id={`${id}-notify`}
          type="checkbox"
          name="notifyLate"
          checked={form.values.notifyLate}
          aria-describedby={`${id}-notify-hint`}
          onChange={(event) => form.set('notifyLate', event.currentTarget.checked)}
        />
        <label className="k-field__label" htmlFor={`${id}-notify`}>
          {t('general.notifyLate')}
        </label>
        <p className="k-field__hint" id={`${id}-notify-hint`}>
          {t('general.notifyLateHint')}
        </p>
      </div>
      <FormFooter form={form} texts={{ save: t('action.save'), unsaved: t('general.unsaved') }} />
    </form>
  )
}
