import { proxy } from 'valtio/vanilla'
import type { UploadItem } from './upload-item.ts'

/** The uploads of this visit, newest last. */
export const uploads = proxy<{ items: UploadItem[] }>({ items: [] })
