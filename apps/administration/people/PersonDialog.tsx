import { useState } from 'react'
import {
  ID_CARD_TYPED,
  save,
  type IdCardHolder,
  type PersonKey,
  type PersonPage,
} from '../../../contract/endpoints/people/people.ts'
import type { Structure } from '../../../contract/endpoints/people/structure.ts'
import { EMAIL_LENGTH, LOGIN_NAME_LENGTH } from '../../../contract/limits.ts'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { className } from '../classes/class-name.ts'
import { nameIn, personName, useLanguage, usePortal, useTexts } from '../portal-context.ts'
import { useAdministrationForm, useSend } from '../use-change.ts'
import { hasField, holderOf, personForm, typedPerson, USER_TYPES, type TypedPerson } from './person-form.ts'

type TextName = Exclude<
  keyof TypedPerson,
  'userType' | 'sex' | 'classId' | 'departmentId' | 'hasLeft' | 'mayLackLogin' | 'removesIdCard'
>

const LENGTHS: Readonly<Record<TextName, number>> = {
  realName: 50,
  englishName: 100,
  number: 32,
  loginName: LOGIN_NAME_LENGTH,
  birthday: 10,
  positionTitle: 50,
  englishPositionTitle: 100,
  email: EMAIL_LENGTH,
  phone: 32,
  idCard: ID_CARD_TYPED,
}

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
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const send = useSend()
  /** Whose the identity number is that was refused, and how it was typed. */
  const [refused, setRefused] = useState<{ holder: IdCardHolder; typed: string } | null>(null)
  const form = useAdministrationForm({
    schema: personForm,
    values: typedPerson(person, classId),
    record: { endpoint: save, version: person?.version ?? null, valuesOf: (now) => typedPerson(now, null) },
    async submit(fields, version) {
      const key = await send(save, { ...fields, key: person && { kind: person.kind, id: person.id }, version }).catch(
        (error: unknown) => {
          const holder = holderOf(error)
          setRefused(holder && { holder, typed: fields.idCard ?? '' })
          throw error
        },
      )
      onClose()
      portal.notify('success', t(person ? 'form.saved' : 'form.added', { name: personName(fields, language) }))
      onSaved?.(key)
    },
  })
  const type = form.watch('userType')
  const removesIdCard = form.watch('removesIdCard')
  const hasIdCard = person?.details.hasIdCard === true

  const holder = refused !== null && refused.typed === form.watch('idCard').trim() ? refused.holder : null
  const holderText = (one: IdCardHolder) =>
    t('form.idCardOf', {
      name: [
        personName(one, language),
        one.number,
        ...one.places.map((place) => nameIn(place, language)),
        !one.active && t(one.kind === 'pupil' ? 'person.left.left' : 'person.inactive'),
      ]
        .filter(Boolean)
        .join(' · '),
    })

  const text = (name: TextName, more: { type?: string; hint?: string; inputMode?: 'tel' | 'email' } = {}) =>
    (name === 'number' || name === 'birthday' || name === 'positionTitle' || name === 'englishPositionTitle') &&
    !hasField(type, name) ? null : (
      <TextField
        key={name}
        {...form.field(name)}
        label={t(name === 'number' ? `form.number.${type}` : `form.${name}`)}
        maxLength={LENGTHS[name]}
        autoComplete="off"
        {...more}
      />
    )
  return (
    <FormDialog
      title={person ? t('form.edit') : t('people.add')}
      width="640px"
      form={form}
      action={t(person ? 'action.save' : 'action.add')}
      offline={t('offline.form')}
      onClose={onClose}
    >
      {!person && structure.whole && (
        <Segments
          label={t('filter.type')}
          options={USER_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          value={type}
          onChange={(value) => form.change('userType', value)}
        />
      )}
      <div className="k-form__pair">
        {text('realName')}
        {text('englishName')}
        {text('number')}
        <SelectField
          {...form.field('sex')}
          label={t('column.sex')}
          options={[
            ['', t('form.unknown')],
            ['1', t('sex.1')],
            ['2', t('sex.2')],
          ]}
        />
        {text('birthday', { type: 'date' })}
        {hasField(type, 'classId') && !person?.left && (
          <SelectField
            {...form.field('classId')}
            label={t('filter.class')}
            options={[
              ['', t('form.choose')],
              ...structure.classes.map((one) => [one.classId, className(structure, one, language)] as const),
            ]}
          />
        )}
        {hasField(type, 'departmentId') && (
          <SelectField
            {...form.field('departmentId')}
            label={t('filter.department')}
            options={[
              ['', t('form.noDepartment')],
              ...structure.departments.map((one) => [one.departmentId, nameIn(one, language)] as const),
            ]}
          />
        )}
        {text('positionTitle')}
        {text('englishPositionTitle')}
        {text('loginName', { hint: t(type === '1' ? 'form.loginHintPupil' : 'form.loginHint') })}
        {text('email', { inputMode: 'email' })}
        {text('phone', { inputMode: 'tel' })}
        {structure.whole &&
          !removesIdCard &&
          text('idCard', {
            hint: holder ? holderText(holder) : t(hasIdCard ? 'form.idCardKept' : 'form.idCardHint'),
          })}
      </div>
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
