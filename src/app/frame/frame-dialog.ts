import { createObservable } from '../core/state/observable.ts'

/** The dialogs' modules, loaded before they are opened. */
export const dialogFiles = {
  theme: () => import('../features/theme/ThemeDialog.tsx'),
  search: () => import('../features/desktop/palette/SearchPalette.tsx'),
  messages: () => import('../features/messages/MessagesDialog.tsx'),
  downloads: () => import('./DownloadDialog.tsx'),
}

/** What the frame opens over any page. */
export type FrameDialog = 'logout' | keyof typeof dialogFiles

/** The open one, or null. */
export const frameDialog = createObservable<FrameDialog | null>(null)

export function prepareDialog(dialog: keyof typeof dialogFiles): void {
  dialogFiles[dialog]().catch(() => {})
}
