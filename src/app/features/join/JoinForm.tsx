import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { GUARDIAN_RELATIONS } from '../../../../contract/endpoints/people/roster.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { FormFailure } from '../../ui/form/FormFooter.tsx'
import type { FieldInput, FormState } from '../../ui/form/use-form.ts'

/** The form of a step with its buttons. */
export function JoinForm({
  form,
  action,
  onBack,
  children,
}: {
  form: FormState
  action: string
  onBack?: () => void
  children: ReactNode
}) {
  const { t } = useTranslation('join')
  const online = useOnline()
  return (
    <form {...form.props} className="k-form">
      {children}
      <FormFailure failure={form.failure} />
      {!online && <p role="status">{t('offline')}</p>}
      <div className="k-buttons">
        <Button kind="primary" type="submit" busy={form.busy} needsNetwork>
          {action}
        </Button>
        {onBack && (
          <Button kind="quiet" onClick={onBack}>
            {t('back')}
          </Button>
        )}
      </div>
    </form>
  )
}

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
