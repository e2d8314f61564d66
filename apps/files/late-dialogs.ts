import { lateDialog } from '../../src/app/ui/late-part.tsx'

// Not needed to show a list.
export const MoveDialog = lateDialog(() => import('./dialogs/MoveDialog.tsx'))
export const PreviewDialog = lateDialog(() => import('./preview/PreviewDialog.tsx'))
export const ShareDialog = lateDialog(() => import('./sharing/ShareDialog.tsx'))
export const VersionsDialog = lateDialog(() => import('./versions/VersionsDialog.tsx'))
