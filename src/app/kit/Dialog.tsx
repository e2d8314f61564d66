import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'

/** A modal dialog: the rest of the page is inert, Escape closes, and focus returns to where it was. Its content exists only while open. */
export function Dialog({
  open,
  title,
  onClose,
  footer,
  children,
  role,
}: {
  open: boolean
  title: string
  onClose: () => void
  footer?: ReactNode
  children?: ReactNode
  role?: 'alertdialog'
}) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])

  useLayoutEffect(() => {
    const dialog = element.current
    // Closing gives the focus back; taking an open dialog away would not.
    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={element}
      className="k-dialog"
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The parent decides: it closes by setting `open`, so that state and element never disagree.
        event.preventDefault()
        onClose()
      }}
    >
      {open && (
        <>
          <h2 className="k-dialog__title" id={titleId}>
            {title}
          </h2>
          <div className="k-dialog__body">{children}</div>
          {footer && <div className="k-dialog__footer">{footer}</div>}
        </>
      )}
    </dialog>
  )
}
