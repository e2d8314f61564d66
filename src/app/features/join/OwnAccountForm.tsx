import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import * as join from '../../../../contract/endpoints/family/join.ts'
import { call } from '../../core/api/call.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { JoinForm, RelationField } from './JoinForm.tsx'
import type { FoundChild } from './found-child.ts'
import { chosenRelation } from './relation-schema.ts'

/** Adds the child to the account that is signed in. */
export function OwnAccountForm({
  found,
  onDone,
  onBack,
}: {
  found: FoundChild
  onDone: () => void
  onBack: () => void
}) {
  const { t } = useTranslation('join')
  const form = useForm({
    schema: z.object({ relation: chosenRelation }),
    values: { relation: '' },
    texts: { relation: t('relation.needed') },
    async submit({ relation }) {
      await call(join.redeem, { ...found.proof, relation })
      onDone()
    },
  })
  return (
    <JoinForm form={form} action={t('account.add')} onBack={onBack}>
      <RelationField {...form.field('relation')} />
    </JoinForm>
  )
}
