import { useEffect, useState } from 'react'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Skeleton } from '../../../src/app/ui/feedback/Skeleton.tsx'
import { addressOf, useDownloads, type ServerFile } from '../../../src/app/ui/files/download.ts'
import { useTexts, type TextKey } from '../portal.ts'
import { NoPreview } from './NoPreview.tsx'
import type { PdfProblem } from './pdf/open-pdf.ts'
import type PdfViewer from './pdf/PdfViewer.tsx'

const REASONS = {
  password: 'pdf.password',
  damaged: 'pdf.damaged',
  unread: 'pdf.unread',
} as const satisfies Record<PdfProblem, TextKey>

// Vite puts what directly follows an import into the part that it watches, where a style sheet that does not come would not be handled.
const fetchViewer = () => import('./pdf/PdfViewer.tsx')

/** Shows a PDF, or says why it is not shown. The viewer is fetched with the first one. */
export function PdfPreview({ name, content }: { name: string; content: ServerFile }) {
  const t = useTexts()
  const { check } = useDownloads()
  /** Why the server refuses the file. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [Viewer, setViewer] = useState<typeof PdfViewer | null>(null)
  const isOnline = useOnline()
  const [found, setProblem] = useState<PdfProblem | null>(null)
  // Without a network the viewer is not asked for; it comes when the network does.
  const problem = found ?? (Viewer || isOnline ? null : 'unread')

  useEffect(() => {
    if (problem !== null) return undefined
    let isGone = false
    fetchViewer().then(
      (script) => {
        if (!isGone) setViewer(() => script.default)
      },
      () => {
        if (!isGone) setProblem('unread')
      },
    )
    return () => {
      isGone = true
    }
  }, [problem])

  /** What was not read is tried once more, when the check has renewed the session. */
  const onProblem = async (met: PdfProblem) => {
    if (met !== 'unread') return setProblem(met)
    const reason = await check(content)
    if (reason === null && attempt === 0) return setAttempt(1)
    setRefusal(reason)
    return setProblem(met)
  }
  const retry = () => {
    setAttempt(0)
    setProblem(null)
  }

  if (problem !== null)
    return (
      <NoPreview name={name} reason={(problem === 'unread' && refusal) || t(REASONS[problem])}>
        {problem === 'unread' && <Button onClick={retry}>{t('action.retry')}</Button>}
      </NoPreview>
    )
  if (!Viewer) return <Skeleton lines={9} label={t('pdf.loading')} />
  return (
    <Viewer
      key={attempt}
      name={name}
      source={addressOf(content)}
      onProblem={(met: PdfProblem) => void onProblem(met)}
    />
  )
}
