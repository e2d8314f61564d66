import { createObservable } from '../core/state/observable.ts'
import { openingPress, type Press } from '../features/voice/press.ts'

/** The dialogs' modules, loaded before they are opened. */
export const dialogFiles = {
  theme: () => import('../features/theme/ThemeDialog.tsx'),
  search: () => import('./Search.tsx'),
  todos: () => import('../features/todos/TodosDialog.tsx'),
  messages: () => import('../features/messages/MessagesDialog.tsx'),
  downloads: () => import('./DownloadDialog.tsx'),
  voice: () => import('../features/voice/VoiceDialog.tsx'),
}

/** What the frame opens over any page. */
export type FrameDialog = 'logout' | keyof typeof dialogFiles

/** The open one, or null. */
export const frameDialog = createObservable<FrameDialog | null>(null)

export function prepareDialog(dialog: keyof typeof dialogFiles): void {
  dialogFiles[dialog]().catch(() => {})
}

/** Opens the voice assistant, which goes on with the press of the button that opened it, if there was one. */
export function openVoice(press: Press | null): void {
  // The click at the end of a press.
  if (frameDialog.current === 'voice') return
  openingPress.set(press)
  frameDialog.set('voice')
}
