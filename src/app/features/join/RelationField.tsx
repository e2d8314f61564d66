import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import * as join from '../../../../contract/endpoints/family/join.ts'
import { GUARDIAN_RELATIONS } from '../../../../contract/endpoints/people/roster.ts'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import type { FieldInput } from '../../ui/form/use-form.ts'

/** A chosen relation; '' is none yet. */
export const chosenRelation = z.pipe(z.string(), join.redeem.request.shape.relation)

/** What the guardian is to the child. */
export function RelationField(field: FieldInput) {
  const { t } = useTranslation('join')
  return (
    <SelectField
      {...field}
      label={t('relation.label')}
      options={[
        ['', t('relation.choose')],
        ...GUARDIAN_RELATIONS.map((relation) => [relation, t(`relation.${relation}`)] as const),
      ]}
    />
  )
}
