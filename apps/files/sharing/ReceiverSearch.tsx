import { findShareReceivers, type ShareReceiver } from '../../../contract/endpoints/storage/shares.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { usePortal, useTexts } from '../portal.ts'
import { showReceiver } from './receivers.tsx'
import { PickField } from '../../../src/app/ui/pick/PickField.tsx'

/** A search for people and groups whom the caller may share with. */
export function ReceiverSearch({ onPick }: { onPick: (receiver: ShareReceiver) => void }) {
  const t = useTexts()
  const language = useLanguage()
  const portal = usePortal()
  return (
    <PickField<ShareReceiver>
      label={t('sharing.search.label')}
      hint={t('sharing.search.hint')}
      nothing={t('sharing.search.none')}
      chosen={[]}
      search={(query, signal) => portal.call(findShareReceivers, { query }, { signal, quiet: true })}
      show={(receiver) => showReceiver(receiver, language, t)}
      onChange={([receiver]) => receiver && onPick(receiver)}
    />
  )
}
