import './form-footer.css'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { useRegainedFocus } from '../use-regained-focus.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'

/** The failure, and the button that saves while online. */
export function FormFooter({
  form,
  texts,
  children,
}: {
  form: { readonly failure: string | null; readonly busy: boolean; readonly changed: boolean }
  texts: { save: string; unsaved: string }
  children?: ReactNode
}) {
  const online = useOnline()
  const save = useRegainedFocus(form.busy)

  return (
    <>
      <FormFailure failure={form.failure} />
      <div className="k-form-footer">
        <Button ref={save} kind="primary" type="submit" busy={form.busy} disabled={!online}>
          {texts.save}
        </Button>
        {children}
        {form.changed && !form.busy && <span className="k-field__hint">{texts.unsaved}</span>}
      </div>
    </>
  )
}

/** The failure beside the fields; announced. */
export function FormFailure({ failure }: { failure: string | null }) {
  return (
    <p className="k-field__error k-form-failure" role="alert">
      {failure}
    </p>
  )
}
