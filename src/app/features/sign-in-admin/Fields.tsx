import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SwitchField as KitSwitchField } from '../../ui/fields/SwitchField.tsx'
import type { Form, FormValues } from '../../ui/fields/use-form.ts'
import { FormFooter as KitFormFooter, FormFailure } from '../../ui/fields/FormFooter.tsx'
import { Button } from '../../ui/Button.tsx'
import { useOnline } from '../../core/connectivity/use-online.ts'

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string
type FlagName<Values> = { [Name in keyof Values]: Values[Name] extends boolean ? Name : never }[keyof Values] & string

interface FieldProps<Values extends FormValues> {
  form: Form<Values>
  name: TextName<Values>
  label: string
  hint?: ReactNode
}

/** A line of text, or several; `limit` is the maximal length. */
export function TextField<Values extends FormValues>({
  form,
  name,
  label,
  hint,
  limit,
  type = 'text',
  lines,
  ...rest
}: FieldProps<Values> & {
  limit: number
  type?: 'text' | 'url' | 'email' | 'number' | 'password'
  lines?: number
  placeholder?: string
  spellCheck?: boolean
  autoComplete?: string
}) {
  const shared = {
    name,
    maxLength: limit,
    autoComplete: 'off',
    // Not type=number, whose arrows are useless here; inputMode chooses the phone's keyboard.
    ...(type === 'number' && { inputMode: 'numeric' as const }),
    ...(type === 'url' && { inputMode: 'url' as const, spellCheck: false }),
    ...(type === 'email' && { inputMode: 'email' as const, spellCheck: false }),
    ...rest,
    value: String(form.values[name]),
    onChange: (event: { currentTarget: { value: string } }) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name is one of a text
      form.set(name, event.currentTarget.value as Values[typeof name]),
  }
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      {(described) =>
        lines === undefined ? (
          <input
            className="k-field__input"
            type={type === 'password' ? 'password' : 'text'}
            {...shared}
            {...described}
          />
        ) : (
          <textarea className="k-field__input n-lines" rows={lines} {...shared} {...described} />
        )
      }
    </Labelled>
  )
}

/** A secret that is never shown again: empty keeps the one that is set. */
export function SecretField<Values extends FormValues>({
  isSet,
  ...rest
}: FieldProps<Values> & { isSet: boolean; limit: number }) {
  const { t } = useTranslation('signInAdmin')
  return (
    <TextField
      {...rest}
      type="password"
      // Not `off`, which browsers ignore for passwords: the administrator's own must not be offered here.
      autoComplete="new-password"
      hint={
        <>
          {isSet ? t('secretSet') : t('secretNotSet')} {rest.hint}
        </>
      }
    />
  )
}

export function ChoiceField<Values extends FormValues, Name extends TextName<Values>>({
  form,
  name,
  label,
  hint,
  options,
  onChosen,
}: FieldProps<Values> & {
  name: Name
  options: readonly (readonly [value: Values[Name] & string, label: string])[]
  onChosen?: (value: Values[Name]) => void
}) {
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      {(described) => (
        <select
          className="k-field__input"
          name={name}
          value={String(form.values[name])}
          onChange={(event) => {
            const chosen = options.find(([value]) => value === event.currentTarget.value)?.[0]
            if (chosen === undefined) return
            form.set(name, chosen)
            onChosen?.(chosen)
          }}
          {...described}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

export function SwitchField<Values extends FormValues>({
  form,
  name,
  ...words
}: Pick<FieldProps<Values>, 'form' | 'label'> & { name: FlagName<Values>; hint?: string; warning?: string }) {
  return (
    <KitSwitchField
      {...words}
      name={name}
      checked={form.values[name] === true}
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name is one of a yes or no
      onChange={(checked) => form.set(name, checked as Values[typeof name])}
    />
  )
}

function Labelled<Values extends FormValues>({
  form,
  name,
  label,
  hint,
  children,
}: FieldProps<Values> & {
  children: (described: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}) {
  const id = useId()
  const problem = form.problems[name]
  const about = [problem !== undefined && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="k-field">
      <label className="k-field__label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': about || undefined })}
      {problem !== undefined && (
        <p className="k-field__error" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {hint && (
        <p className="n-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export function FormFooter<Values extends FormValues>({
  form,
  children,
}: {
  form: Form<Values>
  children?: ReactNode
}) {
  const { t } = useTranslation('signInAdmin')
  return (
    <KitFormFooter form={form} texts={{ save: t('save'), unsaved: t('unsaved') }}>
      {children}
    </KitFormFooter>
  )
}

export function DialogFooter<Values extends FormValues>({
  form,
  action,
  onClose,
}: {
  form: Form<Values>
  action: string
  onClose: () => void
}) {
  const { t } = useTranslation('signInAdmin')
  const { t: common } = useTranslation('common')
  const online = useOnline()
  return (
    <>
      <FormFailure failure={form.failure} />
      {!online && <p className="n-hint">{t('offlineActions')}</p>}
      <div className="k-form-footer k-form-footer--end">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button kind="primary" type="submit" busy={form.busy} disabled={!online}>
          {action}
        </Button>
      </div>
    </>
  )
}
