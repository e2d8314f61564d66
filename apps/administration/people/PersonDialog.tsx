import { useState } from 'react'
import * as people from '../../../contract/endpoints/people/people.ts'
import type { IdCardHolder, PersonKey, PersonPage } from '../../../contract/endpoints/people/people.ts'
import type { Structure } from '../../../contract/endpoints/people/structure.ts'
import { labelOf, personField, SAVED_FIELDS, type SavedField } from '../../../contract/people/fields.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { classOptions, namedOptions } from '../classes/structure-options.ts'
import { useLocale } from '../portal-context.ts'
import { hasField, holderOf, personForm, typedPerson, USER_TYPES } from './person-form.ts'
import { shownValue } from './person-values.ts'

/** More about the text fields than their kind says. */
const INPUT_MODES: { readonly [Name in SavedField]?: 'tel' | 'email' } = { email: 'email', phone: 'tel' }

/** Adds a person, the type first, or changes one. */
export function PersonDialog({
  person,
  structure,
  classId = null,
  onClose,
  onSaved,
}: {
  /** Null for a new one. */
  person: PersonPage | null
  structure: Structure
  /** Of a new pupil. */
  classId?: string | null
  onClose: () => void
  onSaved?: (key: PersonKey) => void
}) {
  const { t, nameOf, personName, language } = useLocale()
  const save = useChange(people.save, {
    done: (_, fields) => t(person ? 'form.saved' : 'form.added', { name: personName(fields) }),
  })
  /** Whose the identity number is that was refused, and how it was typed. */
  const [refused, setRefused] = useState<{ holder: IdCardHolder; typed: string } | null>(null)
  const form = useForm({
    schema: personForm,
    values: typedPerson(person, classId),
    record: { endpoint: people.save, version: person?.version ?? null, valuesOf: (now) => typedPerson(now, null) },
    async submit(fields, version) {
      const key = person && { kind: person.kind, id: person.id }
      const saved = await save.mutateAsync({ ...fields, key, version }).catch((error: unknown) => {
        const holder = holderOf(error)
        setRefused(holder && { holder, typed: fields.idCard ?? '' })
        throw error
      })
      onClose()
      onSaved?.(saved)
    },
  })
  const type = form.watch('userType')
  const removesIdCard = form.watch('removesIdCard')
  const hasIdCard = person?.details.hasIdCard === true

  const holder = refused !== null && refused.typed === form.watch('idCard').trim() ? refused.holder : null
  const holderText = (one: IdCardHolder) =>
    t('form.idCardOf', {
      name: [
        personName(one),
        one.number,
        ...one.places.map(nameOf),
        !one.active && t(one.kind === 'pupil' ? 'person.left.left' : 'filter.inactive'),
      ]
        .filter(Boolean)
        .join(' · '),
    })

  const hintOf = (name: SavedField) => {
    if (name === 'loginName') return { hint: t(type === '1' ? 'form.loginHintPupil' : 'form.loginHint') }
    if (name !== 'idCard') return {}
    return { hint: holder ? holderText(holder) : t(hasIdCard ? 'form.idCardKept' : 'form.idCardHint') }
  }
  /** The values that can be chosen, with their names; null for a field that is typed. */
  const optionsOf = (name: SavedField): (readonly [value: string, label: string])[] | null => {
    if (name === 'classId') return [['', t('form.choose')], ...classOptions(structure, language)]
    if (name === 'departmentId')
      return [['', t('form.noDepartment')], ...namedOptions(structure.departments, 'departmentId', language)]
    const { values, nameOf: nameOfValue } = personField(name)
    if (!values) return null
    const [first, ...rest] = values.map((value) => [String(value), shownValue(name, value, t, language)] as const)
    // Many are looked for by their names, behind the usual one.
    if (nameOfValue) rest.sort(([, one], [, other]) => one.localeCompare(other, language))
    return [['', t('form.unknown')], ...(first ? [first] : []), ...rest]
  }
  const isShown = (name: SavedField) => {
    if (name === 'idCard') return structure.whole && !removesIdCard
    return hasField(type, name) && !(name === 'classId' && person?.left)
  }
  const input = (name: SavedField) => {
    const { kind, most } = personField(name)
    const numberLabel = type === '1' ? 'form.pupilNumber' : 'form.staffNumber'
    const label = t(name === 'number' ? numberLabel : labelOf(name))
    const options = optionsOf(name)
    const inputMode = INPUT_MODES[name]
    return options ? (
      <SelectField key={name} {...form.field(name)} label={label} options={options} />
    ) : (
      <TextField
        key={name}
        {...form.field(name)}
        label={label}
        maxLength={most}
        {...(kind === 'day' && { type: 'date' })}
        {...(inputMode && { inputMode })}
        {...hintOf(name)}
      />
    )
  }
  return (
    <FormDialog
      title={person ? t('form.edit') : t('people.add')}
      width="640px"
      form={form}
      action={t(person ? 'action.save' : 'action.add')}
      onClose={onClose}
    >
      {!person && structure.whole && (
        <Segments
          label={t('column.type')}
          options={USER_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          value={type}
          onChange={(value) => form.change('userType', value)}
        />
      )}
      <div className="k-form__pair">{SAVED_FIELDS.filter(isShown).map(input)}</div>
      {structure.whole && hasIdCard && (
        <SwitchField
          label={t('form.removeIdCard')}
          checked={removesIdCard}
          onChange={({ target }) => form.change('removesIdCard', target.checked)}
        />
      )}
    </FormDialog>
  )
}
