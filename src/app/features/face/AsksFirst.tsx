import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import * as face from '../../../../contract/endpoints/faces/face.ts'
import { call } from '../../core/api/call.ts'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { failureText } from '../../core/notices/failure-text.ts'

export function AsksFirst({ children }: { children: (asked: ResponseOf<typeof face.asks>) => ReactNode }) {
  const { t } = useTranslation('face')
  const [asked, setAsked] = useState<Asked>({ status: 'asking' })

  useEffect(() => {
    if (asked.status !== 'asking') return undefined
    const left = new AbortController()
    call(face.asks, {}, { signal: left.signal }).then(
      (known) => setAsked({ status: 'known', asks: known }),
      (error: unknown) => {
        if (!left.signal.aborted) setAsked({ status: 'failed', message: failureText(error) })
      },
    )
    return () => left.abort()
  }, [asked.status])
  if (asked.status === 'known') return children(asked.asks)
  if (asked.status === 'asking') return <p role="status">{t('preparing')}</p>
  return (
    <div className="face">
      <p role="alert">{asked.message}</p>
      <RetryButton onRetry={() => setAsked({ status: 'asking' })} />
    </div>
  )
}

type Asked =
  | { readonly status: 'asking' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'known'; readonly asks: ResponseOf<typeof face.asks> }
