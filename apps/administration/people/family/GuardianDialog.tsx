import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { addGuardian, newGuardian } from '../../../../contract/endpoints/people/guardians.ts'
import type { PersonPage } from '../../../../contract/endpoints/people/people.ts'
import { code } from '../../../../contract/fields.ts'
import { LOGIN_NAME_LENGTH } from '../../../../contract/limits.ts'
import { useLanguage } from '../../../../src/app/core/language/use-language.ts'
import { useForm } from '../../../../src/app/ui/form/use-form.ts'
import { FormDialog } from '../../../../src/app/ui/form/FormDialog.tsx'
import { Segments } from '../../../../src/app/ui/fields/Segments.tsx'
import { TextField } from '../../../../src/app/ui/fields/TextField.tsx'
import { PersonField, type Picked } from '../../classes/PersonField.tsx'
import { personName, usePortal, useTexts } from '../../portal-context.ts'
import { useSend } from '../../use-change.ts'
import { NO_RELATION, RelationFields, typedRelation } from './RelationFields.tsx'

const PHONE_LENGTH = 32
const ENGLISH_NAME_LENGTH = 100

const existing = z.object({
  ...typedRelation,
  userId: z.string().check(z.minLength(1, code('field.required'))),
})
const fresh = z.object({
  ...typedRelation,
  realName: newGuardian.shape.realName,
  englishName: z.string(),
  phone: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => typed.trim() || null),
    ),
    newGuardian.shape.phone,
  ),
  loginName: z.string(),
})

/** Adds a guardian of a pupil: a parent who has an account, found by name, or a new one. */
export default function GuardianDialog({ pupil, onClose }: { pupil: PersonPage; onClose: () => void }) {
  const t = useTexts()
  const [way, setWay] = useState<'existing' | 'new'>('existing')
  const ways = (
    <Segments
      label={t('family.way')}
      options={(['existing', 'new'] as const).map((value) => ({ value, label: t(`family.ways.${value}`) }))}
      value={way}
      onChange={setWay}
    />
  )
  return way === 'existing' ? (
    <Existing pupil={pupil} ways={ways} onClose={onClose} />
  ) : (
    <New pupil={pupil} ways={ways} onClose={onClose} />
  )
}

type Part = { pupil: PersonPage; ways: ReactNode; onClose: () => void }

function Existing({ pupil, ways, onClose }: Part) {
  const t = useTexts()
  const { title, done } = useAdding(pupil, onClose)
  const send = useSend()
  const [picked, setPicked] = useState<Picked | null>(null)
  const form = useForm({
    schema: existing,
    values: { ...NO_RELATION, userId: '' },
    async submit({ userId, ...relation }) {
      await send(addGuardian, { studentId: pupil.id, parent: { userId }, ...relation })
      done(picked)
    },
  })
  return (
    <FormDialog title={title} form={form} action={t('action.add')} onClose={onClose}>
      {ways}
      <PersonField
        label={t('type.3')}
        types={['3']}
        name="userId"
        error={form.errorOf('userId')}
        person={picked}
        onChange={(person) => {
          setPicked(person)
          form.change('userId', person?.userId ?? '')
        }}
      />
      <RelationFields fieldOf={(name) => form.field(name)} />
    </FormDialog>
  )
}

function New({ pupil, ways, onClose }: Part) {
  const t = useTexts()
  const { title, done } = useAdding(pupil, onClose)
  const send = useSend()
  const form = useForm({
    schema: fresh,
    values: { ...NO_RELATION, realName: '', englishName: '', phone: '', loginName: '' },
    fieldAt: (field) => field.replace(/^parent\./, ''),
    async submit({ relation, mayConsent, isEmergencyContact, ...parent }) {
      await send(addGuardian, { studentId: pupil.id, parent, relation, mayConsent, isEmergencyContact })
      done(parent)
    },
  })
  return (
    <FormDialog title={title} form={form} action={t('action.add')} onClose={onClose}>
      {ways}
      <div className="k-form__pair">
        <TextField {...form.field('realName')} label={t('column.name')} />
        <TextField {...form.field('englishName')} label={t('form.englishName')} maxLength={ENGLISH_NAME_LENGTH} />
        <TextField {...form.field('phone')} label={t('form.phone')} maxLength={PHONE_LENGTH} inputMode="tel" />
        <TextField
          {...form.field('loginName')}
          label={t('column.loginName')}
          hint={t('family.loginHint')}
          maxLength={LOGIN_NAME_LENGTH}
        />
      </div>
      <RelationFields fieldOf={(name) => form.field(name)} />
    </FormDialog>
  )
}

function useAdding(pupil: PersonPage, onClose: () => void) {
  const t = useTexts()
  const language = useLanguage()
  const portal = usePortal()
  const child = personName(pupil, language)
  return {
    title: t('family.addTitle', { child }),
    done: (person: { realName: string; englishName: string } | null) => {
      onClose()
      portal.notify('success', t('family.added', { name: person ? personName(person, language) : '', child }))
    },
  }
}
