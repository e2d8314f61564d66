import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Skeleton } from '../../../src/app/ui/feedback/Skeleton.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import type { Entry } from '../listing/entries.ts'
import { useTexts } from '../portal.ts'
import { decodeText } from './preview-kind.ts'

/** Bytes of a text that are shown. */
const TEXT_MAX = 256 * 1024

/** The beginning of a file as plain text, whatever is in it. */
export function TextPreview({ file, source, onBroken }: { file: Entry; source: string; onBroken: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const { size } = file
  const isCut = (size ?? 0) > TEXT_MAX
  const { data, error } = useQuery({
    queryKey: ['text of a file', source],
    networkMode: 'always',
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      if (size === 0) return ''
      const response = await fetch(source, { signal, headers: { range: `bytes=0-${TEXT_MAX - 1}` } })
      if (!response.ok) throw new Error(`the text of a file: ${response.status}`)
      return decodeText(new Uint8Array(await response.arrayBuffer()), isCut)
    },
  })
  useEffect(() => {
    if (error) onBroken()
  }, [error, onBroken])

  if (data === undefined) return <Skeleton lines={9} label={t('preview.loading')} />
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be within reach of the keyboard */}
      <pre className="f-preview__text" role="region" aria-label={file.name} tabIndex={0}>
        {data}
      </pre>
      {isCut && <p className="k-field__hint">{t('preview.cut', { size: formatBytes(TEXT_MAX, language) })}</p>}
    </>
  )
}
