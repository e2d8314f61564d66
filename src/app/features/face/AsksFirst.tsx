import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import * as face from '../../../../contract/endpoints/faces/face.ts'
import { call } from '../../core/api/call.ts'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { failureText } from '../../core/notices/failure-text.ts'

type Asks = ResponseOf<typeof face.asks>

/** What needs to know what the unit asks of a face. */
export function AsksFirst({ children }: { children: (asks: Asks) => ReactNode }) {
  const { t } = useTranslation('face')
  const [asks, setAsks] = useState<Asks | null>(null)
  const [failure, setFailure] = useState('')

  useEffect(() => {
    if (failure !== '') return undefined
    const left = new AbortController()
    call(face.asks, {}, { signal: left.signal }).then(setAsks, (error: unknown) => {
      if (!left.signal.aborted) setFailure(failureText(error))
    })
    return () => left.abort()
  }, [failure])
  if (asks) return children(asks)
  if (failure === '') return <p role="status">{t('preparing')}</p>
  return (
    <div className="face">
      <p role="alert">{failure}</p>
      <RetryButton onRetry={() => setFailure('')} />
    </div>
  )
}
