import Check from '@phosphor-icons/core/fill/check-circle-fill.svg?react'
import Circle from '@phosphor-icons/core/regular/circle.svg?react'
import { useId } from 'react'
import { checkRequirements, type PasswordRule, type Requirement } from '../../../../contract/rules/sign-in/password.ts'
import { Icon } from '../icons/Icon.tsx'
import { PasswordField, type PasswordInput } from './PasswordField.tsx'

export interface NewPasswordTexts {
  label: string
  show: string
  hide: string
  /** The name of the list below the field. */
  rules: string
  met: string
  unmet: string
  rule: Readonly<Record<Requirement, string>>
}

/** A field for a new password with the rule's requirements below it, ticked as the `typed` one meets them and announced. */
export function NewPasswordField({
  texts,
  rule,
  loginName,
  typed,
  ...input
}: PasswordInput & {
  texts: NewPasswordTexts
  rule: PasswordRule
  loginName: string
  typed: string
}) {
  const id = useId()
  return (
    <PasswordField {...input} label={texts.label} texts={texts} autoComplete="new-password" describedBy={id}>
      <ul className="k-rules" id={id} aria-label={texts.rules} aria-live="polite">
        {checkRequirements(typed, rule, loginName).map(({ requirement, met }) => (
          <li key={requirement} className={met ? 'k-rule k-rule--met' : 'k-rule'} aria-atomic="true">
            <Icon svg={met ? Check : Circle} size={18} />
            <span>{texts.rule[requirement]}</span>
            <span className="visually-hidden">{met ? texts.met : texts.unmet}</span>
          </li>
        ))}
      </ul>
    </PasswordField>
  )
}
