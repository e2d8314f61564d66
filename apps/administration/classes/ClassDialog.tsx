import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import X from '@phosphor-icons/core/regular/x.svg?react'
import * as z from 'zod/mini'
import { saveClass, type Structure } from '../../../contract/endpoints/people/structure.ts'
import { code, id } from '../../../contract/fields.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { Select } from '../../../src/app/ui/fields/Select.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { useLocale } from '../portal-context.ts'
import { PersonField, pickedPerson, type Picked } from './PersonField.tsx'
import { namedOptions } from './structure-options.ts'

const { name, englishName } = saveClass.request.shape
const classForm = z.object({
  name,
  englishName,
  gradeId: z.string().check(z.refine((given) => z.safeParse(id, given).success, code('field.required'))),
  campusId: z.string(),
  head: z.nullable(pickedPerson),
  /** `key`: of the row on the page. */
  teachers: z.array(z.object({ key: z.number(), person: z.nullable(pickedPerson), subjectId: z.string() })),
})
type ClassForm = z.input<typeof classForm>
type Teacher = ClassForm['teachers'][number]

/** The fields of a class, or those of a new one in a grade. */
const typed = (of: Structure['classes'][number] | null, gradeId: string): ClassForm => ({
  name: of?.name ?? '',
  englishName: of?.englishName ?? '',
  gradeId: of?.gradeId ?? gradeId,
  campusId: of?.campusId ?? '',
  head: of?.headTeacher ?? null,
  teachers: (of?.teachers ?? []).map(({ subjectId, ...person }, key) => ({ key, person, subjectId })),
})

/** Teachers of a class. */
const TEACHERS_MAX = 50

/** Adds a class, or changes one: names, grade, campus, class teacher, teachers by subject. */
export default function ClassDialog({
  structure,
  of,
  onClose,
}: {
  structure: Structure
  /** Null for a new one. */
  of: Structure['classes'][number] | null
  onClose: () => void
}) {
  const { t, personName, language } = useLocale()
  const save = useChange(saveClass, {
    done: (_, sent) => t(of ? 'form.saved' : 'form.added', { name: sent.name }),
  })
  const subjects = namedOptions(structure.subjects, 'subjectId', language)
  const form = useForm({
    schema: classForm,
    values: typed(of, structure.grades.length === 1 ? (structure.grades[0]?.gradeId ?? '') : ''),
    record: {
      endpoint: saveClass,
      version: of?.version ?? null,
      valuesOf: (now) => typed(now, ''),
      show: {
        head: {
          label: t('person.head'),
          text: (person: Picked | null) => (person ? personName(person) : ''),
        },
        teachers: {
          label: t('structure.subjectTeachers'),
          text: (those: readonly Teacher[]) =>
            those
              .map(({ person, subjectId }) => {
                const subject = subjects.find(([one]) => one === subjectId)
                return [subject?.[1], person && personName(person)].filter(Boolean).join(' ')
              })
              .join(t('comma')),
        },
      },
    },
    async submit({ campusId, head: chosen, teachers: those, ...fields }, version) {
      await save.mutateAsync({
        ...fields,
        classId: of?.classId ?? null,
        campusId: campusId || null,
        headTeacherId: chosen?.userId ?? null,
        teachers: those.flatMap(({ person, subjectId }) =>
          person && subjectId !== '' ? [{ userId: person.userId, subjectId }] : [],
        ),
        version,
      })
      onClose()
    },
  })
  const { head, teachers } = form.watch()
  const setTeachers = (those: Teacher[]) => form.change('teachers', those)
  const change = (key: number, changed: Partial<Teacher>) =>
    setTeachers(teachers.map((teacher) => (teacher.key === key ? { ...teacher, ...changed } : teacher)))

  return (
    <FormDialog
      title={t(of ? 'structure.edit.class' : 'structure.add.class')}
      width="640px"
      form={form}
      action={t(of ? 'action.save' : 'action.add')}
      onClose={onClose}
    >
      <div className="k-form__pair">
        <TextField {...form.field('name')} label={t('structure.name')} />
        <TextField {...form.field('englishName')} label={t('structure.englishName')} />
        <SelectField
          {...form.field('gradeId')}
          label={t('filter.grade')}
          options={[['', t('form.choose')], ...namedOptions(structure.grades, 'gradeId', language)]}
        />
        {structure.campuses.length > 0 && (
          <SelectField
            {...form.field('campusId')}
            label={t('filter.campus')}
            options={[['', t('structure.noCampus')], ...namedOptions(structure.campuses, 'campusId', language)]}
          />
        )}
      </div>
      <PersonField label={t('person.head')} person={head} onChange={(person) => form.change('head', person)} />
      {subjects.length > 0 && (
        <fieldset className="ad-teachers">
          <legend className="k-field__label">{t('structure.subjectTeachers')}</legend>
          {teachers.map(({ key, person, subjectId }, at) => (
            <div key={key} className="ad-teacher">
              <Select
                aria-label={t('structure.subjectOf', { place: at + 1 })}
                value={subjectId}
                options={[['', t('structure.chooseSubject')], ...subjects]}
                onChoose={(chosen) => change(key, { subjectId: chosen })}
              />
              <PersonField
                label={t('structure.teacherOf', { place: at + 1 })}
                labelled="unseen"
                person={person}
                onChange={(picked) => change(key, { person: picked })}
              />
              <IconButton
                svg={X}
                label={t('structure.removeTeacher', { place: at + 1 })}
                onClick={() => setTeachers(teachers.filter((teacher) => teacher.key !== key))}
              />
            </div>
          ))}
          {teachers.length < TEACHERS_MAX && (
            <Button
              icon={Plus}
              onClick={() =>
                setTeachers([...teachers, { key: (teachers.at(-1)?.key ?? -1) + 1, person: null, subjectId: '' }])
              }
            >
              {t('structure.addTeacher')}
            </Button>
          )}
        </fieldset>
      )}
    </FormDialog>
  )
}
