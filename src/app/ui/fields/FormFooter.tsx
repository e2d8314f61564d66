import './form-footer.css'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
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
  const save = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)

  useEffect(() => {
    // A disabled button loses the focus, and the keyboard would restart at the top of the page.
    if (wasBusy.current && !form.busy && document.activeElement === document.body) save.current?.focus()
    wasBusy.current = form.busy
  }, [form.busy])

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
