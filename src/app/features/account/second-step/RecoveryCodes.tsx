import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../../ui/dialog/Dialog.tsx'
import { saveFile } from '../../../ui/files/save-file.ts'
import type { TFunction } from 'i18next'
import { notify } from '../../../core/notices/notices.ts'

/**
 * Shows the recovery codes, this once, to copy or download, until the user confirms that they are kept. Escape does not close it, because they would
 * be lost.
 */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('protection')
  const list = useRef<HTMLUListElement>(null)
  const text = codes.join('\n')

  useEffect(() => list.current?.focus(), [])

  const download = () => {
    const title = t('fileTitle', { host: location.host })
    saveFile(new Blob([`${title}\n\n${text}\n`], { type: 'text/plain' }), t('fileName'))
  }

  return (
    <Dialog
      open
      title={t('codesTitle')}
      width={NARROW_DIALOG}
      escape={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void copyText(text, t)}>{t('copy')}</Button>
          <Button onClick={download}>{t('download')}</Button>
          <Button kind="primary" onClick={onClose}>
            {t('kept')}
          </Button>
        </>
      }
    >
      <p>{t('codesHint')}</p>
      <ul className="a-codes" ref={list} tabIndex={-1} aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Copies a text and shows whether that worked. Never rejects. */
export async function copyText(text: string, t: TFunction<'protection'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify('success', t('copied'))
  } catch {
    // Refused by the user or the browser: the text can be selected.
    notify('warning', t('copyFailed'))
  }
}
