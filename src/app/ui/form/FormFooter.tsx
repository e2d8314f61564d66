import './form.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { Button } from '../Button.tsx'
import type { SvgComponent } from '../icons/Icon.tsx'
import { useRegainedFocus } from '../use-regained-focus.ts'
import { ChangedRecord } from './ChangedRecord.tsx'
import type { FormState } from './use-form.ts'

/** The failure, the button that saves while online, and what becomes of what was typed. */
export function FormFooter({
  form,
  action,
  icon,
  offline,
  children,
}: {
  form: Omit<FormState, 'props'>
  /** On the button of a form that sends what it has, and saves nothing; "Save" by default. */
  action?: string
  icon?: SvgComponent
  /** What to say while offline of what the form has; by default a sentence about what was typed. */
  offline?: string
  children?: ReactNode
}) {
  const { t } = useTranslation('common')
  const online = useOnline()
  const cut = offline ?? (form.changed && t('offlineForm'))
  const save = useRegainedFocus(form.busy)

  return (
    <>
      {form.meanwhile && <ChangedRecord key={form.meanwhile.version} meanwhile={form.meanwhile} />}
      <FormFailure failure={form.failure} />
      <div className="k-form-footer">
        <Button ref={save} kind="primary" type="submit" busy={form.busy} needsNetwork {...(icon && { icon })}>
          {action ?? t('save')}
        </Button>
        {children}
        {online && form.changed && !form.busy && action === undefined && (
          <span className="k-field__hint">{t('unsaved')}</span>
        )}
        <span className="k-field__hint" role="status">
          {!online && !form.busy && cut}
        </span>
      </div>
    </>
  )
}

/** The failure beside the fields; announced. */
export function FormFailure({ failure }: { failure: string | null }) {
  return (
    <p className="k-field__error" role="alert">
      {failure}
    </p>
  )
}
