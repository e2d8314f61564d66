import * as z from 'zod/mini'
import { saveClass } from '../../../../contract/endpoints/people/structure.ts'
import type { TurnState } from '../../../../contract/endpoints/people/school-year.ts'
import { nextClassName } from '../../../../contract/rules/people/turn-year.ts'
import { useForm } from '../../../../src/app/ui/form/use-form.ts'
import { SelectField } from '../../../../src/app/ui/fields/SelectField.tsx'
import { TextField } from '../../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../../src/app/ui/form/FormDialog.tsx'
import { useLocale } from '../../portal-context.ts'
import { className } from '../class-name.ts'
import { PersonField, pickedPerson } from '../PersonField.tsx'
import { namedOptions } from '../structure-options.ts'
import type { DraftClass } from './turn-draft.ts'

/** The value of the list for a class that graduates. */
const GRADUATES = ''

const { name, englishName } = saveClass.request.shape
const fields = z.object({
  gradeId: z.string(),
  campusId: z.string(),
  name,
  englishName,
  head: z.nullable(pickedPerson),
})

/** What becomes of one class, or a new one. */
export function TurnClassDialog({
  state,
  of,
  isNew,
  isAdded,
  onClose,
  onSave,
}: {
  state: TurnState
  of: DraftClass
  isNew: boolean
  /** It is not in the plan yet. */
  isAdded: boolean
  onClose: () => void
  onSave: (saved: DraftClass) => void
}) {
  const { t, language } = useLocale()
  const form = useForm({
    schema: fields,
    values: {
      gradeId: of.gradeId ?? GRADUATES,
      campusId: of.campusId ?? '',
      name: of.name,
      englishName: of.englishName,
      head: of.head,
    },
    async submit(chosen) {
      onSave({ ...chosen, id: of.id, gradeId: chosen.gradeId || null, campusId: chosen.campusId || null })
    },
  })
  const today = state.classes.find(({ classId }) => classId === of.id)
  const gradeId = form.watch('gradeId')

  /** The name goes along with the grade. */
  const chooseGrade = (chosen: string) => {
    form.change('gradeId', chosen)
    const from = state.grades.find((grade) => grade.gradeId === (today?.gradeId ?? gradeId))
    const to = state.grades.find((grade) => grade.gradeId === chosen)
    if (!from || !to) return
    const next = nextClassName(today ?? form.getValues(), from, to)
    if (next.name !== '') form.change('name', next.name)
    if (next.englishName !== '') form.change('englishName', next.englishName)
  }

  return (
    <FormDialog
      title={
        today
          ? t('year.editOf', { name: className(state, today, language) })
          : t(isAdded ? 'structure.add.class' : 'structure.edit.class')
      }
      form={form}
      action={t(isAdded ? 'action.add' : 'year.take')}
      offline={null}
      onClose={onClose}
    >
      <SelectField
        {...form.field('gradeId')}
        onChange={({ currentTarget }) => chooseGrade(currentTarget.value)}
        label={isNew ? t('filter.grade') : t('year.becomes')}
        options={[
          ...namedOptions(state.grades, 'gradeId', language),
          ...(isNew ? [] : [[GRADUATES, t('year.graduates')] as const]),
        ]}
      />
      {gradeId !== GRADUATES && (
        <>
          {isNew && state.campuses.length > 0 && (
            <SelectField
              {...form.field('campusId')}
              label={t('filter.campus')}
              options={[['', t('structure.noCampus')], ...namedOptions(state.campuses, 'campusId', language)]}
            />
          )}
          <TextField {...form.field('name')} label={t('structure.name')} />
          <TextField {...form.field('englishName')} label={t('structure.englishName')} />
          <PersonField
            label={t('person.head')}
            person={form.watch('head')}
            onChange={(head) => form.change('head', head)}
          />
        </>
      )}
    </FormDialog>
  )
}
