import { lateDialog } from '../ui/late-part.tsx'
import { frameDialog, type FrameDialog } from './frame-dialog.ts'

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
