import CopyIcon from '@phosphor-icons/core/regular/copy.svg?react'
import type { RefObject } from 'react'
import { notify } from '../../core/notices/notices.ts'
import { Button } from '../Button.tsx'
import { useKitTexts } from '../use-kit-texts.ts'
import { copyText } from './copy-text.ts'

/** Copies a text and says so. Where the browser refuses, selects the element that shows it, so that the user can copy it. */
export function CopyButton({
  label,
  text,
  shownIn,
}: {
  /** What the text is, such as "Key". */
  label: string
  text: string
  shownIn: RefObject<HTMLElement | null>
}) {
  const { t } = useKitTexts()

  const copy = async () => {
    if (await copyText(text)) {
      notify('success', t('copy.done', { label }))
      return
    }
    const shown = shownIn.current
    if (shown instanceof HTMLInputElement) shown.select()
    else if (shown) getSelection()?.selectAllChildren(shown)
    notify('info', t('copy.byHand'))
  }

  return (
    <Button icon={CopyIcon} aria-label={t('copy.actionOf', { label })} onClick={() => void copy()}>
      {t('copy.action')}
    </Button>
  )
}
