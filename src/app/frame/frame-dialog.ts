import { createObservable } from '../core/state/observable.ts'
import { lateDialog } from '../ui/late-part.tsx'
import { openingPress, type Press } from '../features/voice/press.ts'

/** What the frame opens over any page. */
export type FrameDialog = 'logout' | 'theme' | 'search' | 'todos' | 'messages' | 'downloads' | 'voice'

/** The open one, or null. */
export const frameDialog = createObservable<FrameDialog | null>(null)

export const frameDialogs = {
  theme: lateDialog(() => import('../features/theme/ThemeDialog.tsx')),
  search: lateDialog(() => import('./Search.tsx')),
  todos: lateDialog(() => import('../features/todos/TodosDialog.tsx')),
  messages: lateDialog(() => import('../features/messages/MessagesDialog.tsx')),
  downloads: lateDialog(() => import('./DownloadDialog.tsx')),
  voice: lateDialog(() => import('../features/voice/VoiceDialog.tsx')),
}

/** Of a button that leads to a dialog, which is loaded as soon as it is pointed at. */
export function prepares(dialog: FrameDialog) {
  const prepare = dialog === 'logout' ? undefined : frameDialogs[dialog].prepare
  return { 'aria-haspopup': 'dialog', onPointerEnter: prepare, onFocus: prepare } as const
}

/** The same with the press that opens it. */
export const opens = (dialog: FrameDialog) => ({ ...prepares(dialog), onClick: () => frameDialog.set(dialog) })

/** Opens the voice assistant, which goes on with the press of the button that opened it, if there was one. */
export function openVoice(press: Press | null): void {
  // The click at the end of a press.
  if (frameDialog.current === 'voice') return
  openingPress.set(press)
  frameDialog.set('voice')
}
