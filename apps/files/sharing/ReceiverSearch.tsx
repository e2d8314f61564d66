import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { findShareReceivers, type ShareReceiver } from '../../../contract/endpoints/storage/shares.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { usePortal, useTexts } from '../portal.ts'
import { Receiver } from './receivers.tsx'

/** A search for people and groups whom the caller may share with. */
export function ReceiverSearch({ onPick }: { onPick: (receiver: ShareReceiver) => void }) {
  const t = useTexts()
  const portal = usePortal()
  const online = useOnline()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: [findShareReceivers.name, query],
    queryFn: ({ signal }) => portal.call(findShareReceivers, { query }, { signal, quiet: true }),
    enabled: query !== '' && online,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })
  const receivers = query === '' ? [] : (found.data ?? [])
  return (
    <div>
      <TextField
        label={t('sharing.search.label')}
        hint={t('sharing.search.hint')}
        error={query !== '' && found.isError ? failureText(found.error) : undefined}
        type="search"
        maxLength={64}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ul className="f-place-found" aria-label={t('sharing.search.found')}>
        {receivers.map((receiver) => (
          <li key={receiver.id}>
            <button
              type="button"
              onClick={() => {
                setTyped('')
                onPick(receiver)
              }}
            >
              <Receiver receiver={receiver} />
            </button>
          </li>
        ))}
      </ul>
      <p className="f-place-soft" role="status">
        {query !== '' &&
          found.isSuccess &&
          !found.isPlaceholderData &&
          receivers.length === 0 &&
          t('sharing.search.none')}
      </p>
    </div>
  )
}
