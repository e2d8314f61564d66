import { useState, type ComponentProps } from 'react'
import * as z from 'zod/mini'
import { newGuardian } from '../../../../contract/endpoints/people/guardians.ts'
import type { PersonPage } from '../../../../contract/endpoints/people/people.ts'
import { PERSON_FIELDS, savedShape } from '../../../../contract/people/fields.ts'
import { useForm } from '../../../../src/app/ui/form/use-form.ts'
import { FormDialog } from '../../../../src/app/ui/form/FormDialog.tsx'
import { Segments } from '../../../../src/app/ui/fields/Segments.tsx'
import { TextField } from '../../../../src/app/ui/fields/TextField.tsx'
import { useLocale, useTexts } from '../../portal-context.ts'
import { NO_RELATION, RelationFields, typedRelation } from './RelationFields.tsx'
import RelativeDialog from './RelativeDialog.tsx'
import { useAddGuardian } from './use-add-guardian.ts'

const fresh = z.object({
  ...typedRelation,
  realName: savedShape.realName,
  englishName: savedShape.englishName,
  phone: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => typed.trim() || null),
    ),
    newGuardian.shape.phone,
  ),
  loginName: savedShape.loginName,
})

/** Adds a guardian of a pupil: a parent who has an account, found by name, or a new one. */
export default function GuardianDialog({ pupil, onClose }: { pupil: PersonPage; onClose: () => void }) {
  const t = useTexts()
  const [way, setWay] = useState<'existing' | 'new'>('existing')
  const Way = way === 'existing' ? RelativeDialog : NewGuardian
  return (
    <Way person={pupil} onClose={onClose}>
      <Segments
        label={t('family.way')}
        options={(['existing', 'new'] as const).map((value) => ({ value, label: t(`family.ways.${value}`) }))}
        value={way}
        onChange={setWay}
      />
    </Way>
  )
}

function NewGuardian({ person: pupil, onClose, children }: ComponentProps<typeof RelativeDialog>) {
  const { t, personName } = useLocale()
  const add = useAddGuardian()
  const child = personName(pupil)
  const form = useForm({
    schema: fresh,
    values: { ...NO_RELATION, realName: '', englishName: '', phone: '', loginName: '' },
    fieldAt: (field) => field.replace(/^parent\./, ''),
    async submit({ relation, mayConsent, isEmergencyContact, ...parent }) {
      const request = { studentId: pupil.id, parent, relation, mayConsent, isEmergencyContact }
      await add.mutateAsync({ request, name: personName(parent), child })
      onClose()
    },
  })
  return (
    <FormDialog title={t('family.addTitle', { child })} form={form} action={t('action.add')} onClose={onClose}>
      {children}
      <div className="k-form__pair">
        <TextField {...form.field('realName')} label={t('column.name')} />
        <TextField {...form.field('englishName')} label={t('form.englishName')} />
        <TextField
          {...form.field('phone')}
          label={t('form.phone')}
          maxLength={PERSON_FIELDS.phone.most}
          inputMode="tel"
        />
        <TextField {...form.field('loginName')} label={t('column.loginName')} hint={t('family.loginHint')} />
      </div>
      <RelationFields fieldOf={(name) => form.field(name)} />
    </FormDialog>
  )
}
