import * as z from 'zod/mini'
import { typedNumber } from '../../../contract/fields.ts'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import {
  GUIDE_TOLERANCE,
  GUIDE_WIDTH,
  type Station,
} from '../../../contract/endpoints/attendance/attendance-station.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { useTexts } from '../portal-context.ts'

/** Changes a station's name, direction and guide, which it gets with its next greeting. */
export function StationDialog({ station, onClose }: { station: Station; onClose: () => void }) {
  const t = useTexts()
  const save = useChange(attendanceStation.save, { done: t('attendance.stations.saved') })
  const { stationId } = station
  const { guide: limits, stationId: _, version: _version, ...fields } = attendanceStation.save.request.shape
  const form = useForm({
    schema: z.object({
      ...fields,
      width: typedNumber(3, limits.shape.width),
      tolerance: typedNumber(3, limits.shape.tolerance),
    }),
    values: typed(station),
    record: { endpoint: attendanceStation.save, version: station.version, valuesOf: typed },
    texts: {
      name: t('attendance.rules.problem.name'),
      width: t('attendance.stations.wrongNumber', GUIDE_WIDTH),
      tolerance: t('attendance.stations.wrongNumber', GUIDE_TOLERANCE),
    },
    async submit({ width, tolerance, ...values }, version) {
      await save.mutateAsync({ stationId, ...values, guide: { width, tolerance }, version: version ?? '' })
      onClose()
    },
  })
  return (
    <FormDialog title={t('attendance.stations.edit')} form={form} onClose={onClose}>
      <TextField {...form.field('name')} label={t('structure.name')} />
      <TextField {...form.field('place')} label={t('attendance.stations.place')} />
      <SelectField
        {...form.field('direction')}
        label={t('attendance.stations.directionOf')}
        options={(['in', 'out', 'both'] as const).map((each) => [each, t(`attendance.stations.direction.${each}`)])}
      />
      <div className="k-form__pair">
        {(['width', 'tolerance'] as const).map((each) => (
          <TextField
            key={each}
            {...form.field(each)}
            label={t(`attendance.stations.${each}`)}
            hint={t(`attendance.stations.${each}Hint`, each === 'width' ? GUIDE_WIDTH : GUIDE_TOLERANCE)}
            unit={each === 'width' ? '%' : 'px'}
            placeholder={t('attendance.stations.usual')}
            inputMode="numeric"
            maxLength={3}
          />
        ))}
      </div>
    </FormDialog>
  )
}

const typed = ({ name, place, direction, guide }: Station) => ({
  name,
  place,
  direction,
  width: String(guide.width ?? ''),
  tolerance: String(guide.tolerance ?? ''),
})
