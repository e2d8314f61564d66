import { DIALOG } from '../../../../contract/limits.ts'
import type { MovableDialog } from './move-dialog.ts'
import { placeDialog, shiftTo, type Shift } from './place-dialog.ts'
import { createObservable } from '../../core/state/observable.ts'
import { listen } from '../../core/state/listen.ts'

export interface DialogRules {
  escape: boolean
  backdrop: boolean
  onClose: () => void
}

/** Up to this width a dialog is a sheet as wide as the window. The same number is in controls.css. */
const SHEET = '(max-width: 640px)'
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]:not([tabindex="-1"])'

/** What had the focus before each dialog. */
const openers = new WeakMap<Element, Element>()

/** Shows a dialog over everything else, with the focus in its content. Returns the function that closes it and restores the focus. */
export function showDialog(dialog: HTMLDialogElement, rules: () => DialogRules): () => void {
  const ending = new AbortController()
  const { signal } = ending
  // A button that is busy is disabled, and has lost the focus: then it is the dialog around it.
  const hasFocus = document.activeElement !== document.body
  const opener = (hasFocus ? document.activeElement : openDialogs.current.at(-1)) ?? null
  if (opener) openers.set(dialog, opener)
  dialog.style.zIndex = String(DIALOG.zIndex + raiseDialog(dialog))
  dialog.showModal()
  focusContent(dialog)
  closeByRules(dialog, rules, signal)
  const placed = keepInWindow(dialog, signal)
  if (placed) {
    import('./move-dialog.ts').then(
      ({ letMove }) => {
        if (!signal.aborted) letMove(placed, signal)
      },
      // If the script cannot be loaded, the dialog does not move.
      () => undefined,
    )
  }
  return () => {
    ending.abort()
    lowerDialog(dialog)
    dialog.close()
    restoreFocus(opener)
  }
}

/** Where the browser cannot: what had the focus went with the dialog around it, which a second one came after; then what had it before that dialog gets it. */
function restoreFocus(opener: Element | null): void {
  let to = opener
  while (to && !to.isConnected) to = openers.get(to.closest('dialog') ?? to) ?? null
  if (to !== opener && to instanceof HTMLElement) to.focus()
}

/** The head's buttons come first in the document, but should not get the first focus. */
function focusContent(dialog: HTMLDialogElement): void {
  for (const part of dialog.querySelectorAll(':scope > .k-dialog__body, :scope > .k-dialog__footer')) {
    const first = part.querySelector<HTMLElement>(FOCUSABLE)
    if (!first) continue
    first.focus()
    return
  }
}

function closeByRules(dialog: HTMLDialogElement, rules: () => DialogRules, signal: AbortSignal): void {
  // The parent closes it by unmounting, so that state and element never disagree.
  listen(signal, dialog, 'cancel', (event) => {
    // A file field's own "cancel" bubbles up to here.
    if (event.target !== dialog) return
    event.preventDefault()
    if (rules().escape) rules().onClose()
  })
  // Browsers close a dialog at the second Escape in a row without a cancelable event.
  listen(signal, dialog, 'keydown', (event) => {
    if (event.key === 'Escape' && !rules().escape) event.preventDefault()
  })
  listen(signal, dialog, 'close', (event) => {
    // The event is late: the dialog may have been shown again meanwhile.
    if (event.target !== dialog || dialog.open) return
    if (rules().escape) rules().onClose()
    else dialog.showModal()
  })
  let pressedOutside = false
  const isOutside = ({ target, clientX, clientY }: MouseEvent) => {
    if (target !== dialog) return false
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    return clientX < left || clientX > right || clientY < top || clientY > bottom
  }
  // Both ends of the press: a selection of text from within may end outside.
  dialog.addEventListener('pointerdown', (event) => (pressedOutside = isOutside(event)), { signal })
  listen(signal, dialog, 'click', (event) => {
    if (pressedOutside && isOutside(event) && rules().backdrop) rules().onClose()
  })
}

/** Keeps a dialog within the window when either changes size; null without a head to move it by. */
function keepInWindow(dialog: HTMLDialogElement, signal: AbortSignal): MovableDialog | null {
  const sheet = matchMedia(SHEET)
  let wanted: Shift = { x: 0, y: 0 }
  const body = dialog.querySelector<HTMLElement>(':scope > .k-dialog__body')

  const measure = () => ({
    room: { width: document.documentElement.clientWidth, height: window.innerHeight },
    size: { width: dialog.offsetWidth, height: dialog.offsetHeight },
  })
  const place = () => {
    const { room, size } = measure()
    const { left, top } = placeDialog(room, size, wanted)
    dialog.style.inset = sheet.matches ? '' : `${top}px auto auto ${left}px`
    dialog.style.margin = sheet.matches ? '' : '0'
    // A text alone can always be scrolled: it may come after the dialog, which then stays as large.
    if (body && body.role !== 'region') letScrollByKeyboard(body)
  }

  place()
  const observer = new ResizeObserver(place)
  observer.observe(dialog)
  for (const child of body?.children ?? []) observer.observe(child)
  window.addEventListener('resize', place, { signal })
  signal.addEventListener('abort', () => observer.disconnect())

  const head = dialog.querySelector<HTMLElement>(':scope > .k-dialog__head')
  if (!head) return null
  return {
    head,
    get shift() {
      const { room, size } = measure()
      return shiftTo(room, size, placeDialog(room, size, wanted))
    },
    set shift(to) {
      if (sheet.matches) return
      wanted = to
      place()
      wanted = this.shift
    },
  }
}

/** A long text without controls must be scrollable by keyboard. */
function letScrollByKeyboard(body: HTMLElement): void {
  if (body.scrollHeight > body.clientHeight && !body.querySelector(FOCUSABLE)) body.tabIndex = 0
  else body.removeAttribute('tabindex')
}

/** The topmost last. Everything else on the page is inert while there is one. */
export const openDialogs = createObservable<readonly HTMLDialogElement[]>([])

/** Opens a dialog over the others; returns how many are below it. */
function raiseDialog(dialog: HTMLDialogElement): number {
  const below = openDialogs.current.filter((other) => other !== dialog)
  openDialogs.set([...below, dialog])
  return below.length
}

function lowerDialog(dialog: HTMLDialogElement): void {
  if (openDialogs.current.includes(dialog)) openDialogs.set(openDialogs.current.filter((other) => other !== dialog))
}
