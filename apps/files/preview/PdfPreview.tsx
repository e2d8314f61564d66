import { useEffect, useEffectEvent, useState } from 'react'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { RetryButton } from '../../../src/app/ui/feedback/RetryButton.tsx'
import { Skeleton } from '../../../src/app/ui/feedback/Skeleton.tsx'
import { addressOf, type ServerFile } from '../../../src/app/ui/files/download.ts'
import { useTexts } from '../portal.ts'
import { NoPreview } from './NoPreview.tsx'
import { useAttempts } from './use-attempts.ts'
import type { PdfProblem } from './pdf/open-pdf.ts'
import type PdfViewer from './pdf/PdfViewer.tsx'

// Vite puts what directly follows an import into the part that it watches, where a style sheet that does not come would not be handled.
const fetchViewer = () => import('./pdf/PdfViewer.tsx')

/** Shows a PDF, or says why it is not shown. The viewer is fetched with the first one. */
export function PdfPreview({ name, content }: { name: string; content: ServerFile }) {
  const t = useTexts()
  const { attempt, failure, fail, retry } = useAttempts(content)
  const [Viewer, setViewer] = useState<typeof PdfViewer | null>(null)
  const [found, setFound] = useState<Exclude<PdfProblem, 'unread'> | null>(null)
  const isOnline = useOnline()
  // Without a network the viewer is not asked for; it comes when the network does.
  const isUnread = failure !== null || (!Viewer && !isOnline)
  const tellMissing = useEffectEvent(() => void fail())

  useEffect(() => {
    if (isUnread) return undefined
    let isGone = false
    fetchViewer().then(
      (script) => {
        if (!isGone) setViewer(() => script.default)
      },
      () => {
        if (!isGone) tellMissing()
      },
    )
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each attempt asks for it
  }, [isUnread, attempt])

  if (found !== null) return <NoPreview name={name} reason={t(`pdf.${found}`)} />
  if (isUnread)
    return (
      <NoPreview name={name} reason={failure?.reason ?? t('pdf.unread')}>
        <RetryButton kind="plain" onRetry={retry} />
      </NoPreview>
    )
  if (!Viewer) return <Skeleton lines={9} label={t('pdf.loading')} />
  return (
    <Viewer
      key={attempt}
      name={name}
      source={addressOf(content)}
      onProblem={(met: PdfProblem) => {
        if (met === 'unread') void fail()
        else setFound(met)
      }}
    />
  )
}
