import type { TFunction } from 'i18next'
import { notify } from '../../core/notices/notices.ts'

/** Copies a text and says whether that worked. Never rejects. */
export async function copyText(text: string, t: TFunction<'protection'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify('success', t('copied'))
  } catch {
    // Refused by the person or the browser: the text is there to be selected.
    notify('warning', t('copyFailed'))
  }
}
