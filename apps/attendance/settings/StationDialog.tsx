import {
  GUIDE_TOLERANCE,
  GUIDE_WIDTH,
  save,
  type Station,
} from '../../../contract/endpoints/attendance/attendance-station.ts'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { DialogFooter } from '../form/DialogFooter.tsx'
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
  const { values, problems, set } = form
  return (
    <Dialog open title={t('stations.edit')} width={NARROW_DIALOG} onClose={onClose}>
      <form {...form.props} className="at-form">
        {(['name', 'place'] as const).map((each) => (
          <TextField
            key={each}
            name={each}
            label={t(`stations.${each}`)}
            error={each === 'name' ? (problems.name ?? '') : ''}
            maxLength={LENGTHS[each]}
            autoComplete="off"
            value={values[each]}
            onChange={(event) => set(each, event.currentTarget.value)}
          />
        ))}
        <SelectField
          name="direction"
          label={t('stations.directionOf')}
          value={values.direction}
          options={(['in', 'out', 'both'] as const).map((each) => [each, t(`stations.direction.${each}`)])}
          onChange={(chosen) => set('direction', chosen)}
        />
        <div className="at-pair">
          {(['width', 'tolerance'] as const).map((each) => (
            <TextField
              key={each}
              name={each}
              label={t(`stations.${each}`)}
              hint={t(`stations.${each}Hint`, each === 'width' ? GUIDE_WIDTH : GUIDE_TOLERANCE)}
              unit={each === 'width' ? '%' : 'px'}
              error={problems[each] ?? ''}
              placeholder={t('stations.usual')}
              inputMode="numeric"
              maxLength={3}
              autoComplete="off"
              value={values[each]}
              onChange={(event) => set(each, event.currentTarget.value)}
            />
          ))}
        </div>
        <DialogFooter form={form} action={t('action.save')} onClose={onClose} />
      </form>
    </Dialog>
  )
}
