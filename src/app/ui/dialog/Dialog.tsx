import Arrows from '@phosphor-icons/core/regular/arrows-out-cardinal.svg?react'
import X from '@phosphor-icons/core/regular/x.svg?react'
import { useEffectEvent, useId, useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DIALOG } from '../../../../contract/limits.ts'
import { Button, IconButton } from '../Button.tsx'
import { showDialog, type DialogRules } from './show-dialog.ts'

/** For a question, or a form of a few fields. */
export const NARROW_DIALOG = '440px'

/**
 * A modal dialog: the rest of the page is inert, Escape closes, and the focus returns to where it was. It can be moved by its head: by mouse, touch,
 * arrow keys, or presses on the button there. On a phone it is a sheet at the bottom. Its content is mounted only while open.
 */
export function Dialog({
  open = true,
  title,
  onClose,
  done,
  footer = done && (
    <Button kind="primary" onClick={onClose}>
      {done}
    </Button>
  ),
  children,
  role,
  width = role === 'alertdialog' ? NARROW_DIALOG : DIALOG.width,
  escape = true,
  backdrop = false,
  textOnly = false,
}: {
  /** By default as long as it is mounted. */
  open?: boolean
  title: string
  onClose: () => void
  /** On the one button of the footer, which closes. */
  done?: string
  footer?: ReactNode
  children?: ReactNode
  role?: 'alertdialog'
  /** Any CSS length; percentages are of the window. At least as wide as a narrow dialog. */
  width?: string
  /** Whether the Escape key closes. */
  escape?: boolean
  /** Whether a press beside the dialog closes. */
  backdrop?: boolean
  /** The content has nothing to focus: the keyboard scrolls it where it is long. */
  textOnly?: boolean
}) {
  const { t } = useTranslation('common')
  const element = useRef<HTMLDialogElement>(null)
  const rules = useEffectEvent((): DialogRules => ({ escape, backdrop, onClose }))
  const titleId = useId()

  useLayoutEffect(() => {
    if (!open || !element.current) return undefined
    return showDialog(element.current, () => rules())
  }, [open])

  const size: CSSProperties & { '--k-dialog-width': string } = {
    '--k-dialog-width': width.endsWith('%') ? `max(${Number.parseFloat(width)}vw, ${NARROW_DIALOG})` : width,
  }
  return (
    <dialog ref={element} className="k-dialog" role={role} aria-labelledby={titleId} style={size}>
      {open && (
        <>
          <div className="k-dialog__head">
            <h2 className="k-dialog__title" id={titleId}>
              {title}
            </h2>
            <IconButton className="k-dialog__move" label={t('moveDialog')} svg={Arrows} size={18} data-move="" />
            {!footer && escape && <IconButton label={t('close')} svg={X} onClick={onClose} />}
          </div>
          {textOnly ? (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be within reach of the keyboard
            <div className="k-dialog__body" role="region" aria-labelledby={titleId} tabIndex={0}>
              {children}
            </div>
          ) : (
            <div className="k-dialog__body">{children}</div>
          )}
          {footer && <div className="k-dialog__footer">{footer}</div>}
        </>
      )}
    </dialog>
  )
}
