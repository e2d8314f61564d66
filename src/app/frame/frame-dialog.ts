import { createObservable } from '../core/state/observable.ts'
import { openingPress, type Press } from '../features/voice/press.ts'

/** What the frame opens over any page. */
export type FrameDialog = 'logout' | 'theme' | 'search' | 'todos' | 'messages' | 'downloads' | 'voice'

/** The open one, or null. */
export const frameDialog = createObservable<FrameDialog | null>(null)

/** The dialogs' modules, loaded before they are opened. */
export const dialogFiles = {
  theme: () => import('../features/theme/ThemeDialog.tsx'),
  search: () => import('./Search.tsx'),
  todos: () => import('../features/todos/TodosDialog.tsx'),
  messages: () => import('../features/messages/MessagesDialog.tsx'),
  downloads: () => import('./DownloadDialog.tsx'),
  voice: () => import('../features/voice/VoiceDialog.tsx'),
} satisfies Record<Exclude<FrameDialog, 'logout'>, () => Promise<unknown>>

/** The properties of a button that opens a dialog, which is loaded as soon as it is pointed at. */
export function opens(dialog: keyof typeof dialogFiles) {
  const prepare = () => void dialogFiles[dialog]().catch(() => {})
  return {
    'aria-haspopup': 'dialog',
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => frameDialog.set(dialog),
  } as const
}

/** Opens the voice assistant, which goes on with the press of the button that opened it, if there was one. */
export function openVoice(press: Press | null): void {
  // The click at the end of a press.
  if (frameDialog.current === 'voice') return
  openingPress.set(press)
  frameDialog.set('voice')
}
