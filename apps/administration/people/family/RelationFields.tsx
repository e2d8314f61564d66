import * as z from 'zod/mini'
import { GUARDIAN_RELATIONS } from '../../../../contract/endpoints/people/roster.ts'
import { SelectField } from '../../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../../src/app/ui/fields/SwitchField.tsx'
import type { FieldInput } from '../../../../src/app/ui/form/use-form.ts'
import { useTexts, type Translate } from '../../portal-context.ts'

/** As they are chosen: '' for a relation that is not known. */
export const typedRelation = {
  relation: z.pipe(
    z.string(),
    z.transform((typed: string) => GUARDIAN_RELATIONS.find((one) => one === typed) ?? null),
  ),
  mayConsent: z.boolean(),
  isEmergencyContact: z.boolean(),
}
export const NO_RELATION = { relation: '', mayConsent: false, isEmergencyContact: false }

/** The relations to choose from; '' for one that is not known. */
export const relationOptions = (t: Translate) => [
  ['', t('family.noRelation')] as const,
  ...GUARDIAN_RELATIONS.map((one) => [one, t(`relation.${one}`)] as const),
]

/** What a new guardian is to a child, and may do. */
export function RelationFields({ fieldOf }: { fieldOf: (name: keyof typeof NO_RELATION) => FieldInput }) {
  const t = useTexts()
  return (
    <>
      <SelectField {...fieldOf('relation')} label={t('family.relation')} options={relationOptions(t)} />
      <SwitchField {...fieldOf('mayConsent')} label={t('person.mayConsent')} />
      <SwitchField {...fieldOf('isEmergencyContact')} label={t('person.emergency')} />
    </>
  )
}
