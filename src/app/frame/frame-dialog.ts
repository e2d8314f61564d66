import { createObservable } from '../core/state/observable.ts'

/** The files of the dialogs that come when somebody is about to open them. */
export const dialogFiles = {
  theme: () => import('../features/theme/ThemeDialog.tsx'),
  search: () => import('../features/desktop/palette/SearchPalette.tsx'),
  messages: () => import('../features/messages/MessagesDialog.tsx'),
  downloads: () => import('./DownloadDialog.tsx'),
}

/** What the frame opens over any page. */
export type FrameDialog = 'logout' | keyof typeof dialogFiles

/** Which of them is open; null: none. */
export const frameDialog = createObservable<FrameDialog | null>(null)

/** Fetches a dialog, because somebody may be about to open it. Never rejects. */
export function prepareDialog(dialog: keyof typeof dialogFiles): void {
  dialogFiles[dialog]().catch(() => {})
}
