import type { FrameDialog } from './frame-dialog.ts'

/** The dialogs' modules, loaded before they are opened. */
export const dialogFiles = {
  theme: () => import('../features/theme/ThemeDialog.tsx'),
  search: () => import('./Search.tsx'),
  todos: () => import('../features/todos/TodosDialog.tsx'),
  messages: () => import('../features/messages/MessagesDialog.tsx'),
  downloads: () => import('./DownloadDialog.tsx'),
  voice: () => import('../features/voice/VoiceDialog.tsx'),
} satisfies Record<Exclude<FrameDialog, 'logout'>, () => Promise<unknown>>

export function prepareDialog(dialog: keyof typeof dialogFiles): void {
  dialogFiles[dialog]().catch(() => {})
}
