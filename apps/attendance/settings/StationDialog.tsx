import {
  GUIDE_TOLERANCE,
  GUIDE_WIDTH,
  save,
  type Station,
} from '../../../contract/endpoints/attendance/attendance-station.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { SelectField } from '../form/fields.tsx'
import { useForm } from '../form/use-form.ts'
import { usePortal, useTexts } from '../portal-context.ts'
import { isWithin, readNumber, showNumber } from './read-number.ts'

const LENGTHS = { name: 64, place: 128 }

/** Changes a station's name, direction and guide, which it gets with its next greeting. */
export function StationDialog({
  station,
  onClose,
  onSaved,
}: {
  station: Station
  onClose: () => void
  onSaved: () => void
}) {
  const t = useTexts()
  const portal = usePortal()
  const { stationId, name, place, direction, guide } = station
  const form = useForm({
    initial: { name, place, direction, width: showNumber(guide.width), tolerance: showNumber(guide.tolerance) },
    check: (values) => ({
      ...(values.name.trim() === '' && { name: t('stations.noName') }),
      ...(!isWithin(values.width, GUIDE_WIDTH) && { width: t('stations.wrongNumber', GUIDE_WIDTH) }),
      ...(!isWithin(values.tolerance, GUIDE_TOLERANCE) && { tolerance: t('stations.wrongNumber', GUIDE_TOLERANCE) }),
    }),
    async send({ width, tolerance, ...values }) {
      const guided = { width: readNumber(width), tolerance: readNumber(tolerance) }
      const fields = { ...values, name: values.name.trim(), place: values.place.trim() }
      await portal.call(save, { stationId, ...fields, guide: guided }, { quiet: true })
      onClose()
      onSaved()
      portal.notify('success', t('stations.saved'))
    },
  })
  return (
    <FormDialog title={t('stations.edit')} form={form} action={t('action.save')} onClose={onClose}>
      {(['name', 'place'] as const).map((each) => (
        <TextField
          key={each}
          {...form.textField(each)}
          label={t(`stations.${each}`)}
          maxLength={LENGTHS[each]}
          autoComplete="off"
        />
      ))}
      <SelectField
        name="direction"
        label={t('stations.directionOf')}
        value={form.values.direction}
        options={(['in', 'out', 'both'] as const).map((each) => [each, t(`stations.direction.${each}`)])}
        onChange={(chosen) => form.set('direction', chosen)}
      />
      <div className="at-pair">
        {(['width', 'tolerance'] as const).map((each) => (
          <TextField
            key={each}
            {...form.textField(each)}
            label={t(`stations.${each}`)}
            hint={t(`stations.${each}Hint`, each === 'width' ? GUIDE_WIDTH : GUIDE_TOLERANCE)}
            unit={each === 'width' ? '%' : 'px'}
            placeholder={t('stations.usual')}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
          />
        ))}
      </div>
    </FormDialog>
  )
}
