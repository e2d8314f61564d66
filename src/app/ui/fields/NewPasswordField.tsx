import Check from '@phosphor-icons/core/fill/check-circle-fill.svg?react'
import Circle from '@phosphor-icons/core/regular/circle.svg?react'
import { useId } from 'react'
import { checkRequirements, type PasswordRule } from '../../../../contract/rules/sign-in/password.ts'
import { Icon } from '../icons/Icon.tsx'
import { useFieldTexts } from './use-field-texts.ts'
import { PasswordField, type PasswordInput } from './PasswordField.tsx'

/** A field for a new password with the rule's requirements below it, ticked as the `typed` one meets them and announced. */
export function NewPasswordField({
  label,
  rule,
  loginName,
  typed,
  ...input
}: PasswordInput & {
  label: string
  rule: PasswordRule
  loginName: string
  typed: string
}) {
  const t = useFieldTexts()
  const id = useId()
  return (
    <PasswordField {...input} label={label} autoComplete="new-password" describedBy={id}>
      <ul className="k-rules" id={id} aria-label={t('password.rules')} aria-live="polite">
        {checkRequirements(typed, rule, loginName).map(({ requirement, met }) => (
          <li key={requirement} className={met ? 'k-rule k-rule--met' : 'k-rule'} aria-atomic="true">
            <Icon svg={met ? Check : Circle} size={18} />
            <span>{t(`password.rule.${requirement}`)}</span>
            <span className="visually-hidden">{t(met ? 'password.met' : 'password.unmet')}</span>
          </li>
        ))}
      </ul>
    </PasswordField>
  )
}
