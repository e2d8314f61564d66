import './pdf.css'
import ArrowsOutLineHorizontal from '@phosphor-icons/core/regular/arrows-out-line-horizontal.svg?react'
import MagnifyingGlassMinus from '@phosphor-icons/core/regular/magnifying-glass-minus.svg?react'
import MagnifyingGlassPlus from '@phosphor-icons/core/regular/magnifying-glass-plus.svg?react'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../../../../src/app/ui/Button.tsx'
import { Skeleton } from '../../../../src/app/ui/feedback/Skeleton.tsx'
import { useTexts } from '../../portal.ts'
import { releaseMeasures } from './draw-page.ts'
import { openPdf, problemOf, type OpenPdf, type PdfProblem } from './open-pdf.ts'
import { PdfPage } from './PdfPage.tsx'
import { usePages } from './use-pages.ts'
import { usePdfKeys } from './use-pdf-keys.ts'
import { nextZoom } from './zoom.ts'

/** Draws the pages of a PDF, as they come into view. */
export default function PdfViewer({
  name,
  source,
  onProblem,
}: {
  name: string
  source: string
  onProblem: (problem: PdfProblem) => void
}) {
  const t = useTexts()
  const [pdf, setPdf] = useState<OpenPdf | null>(null)
  const tell = useEffectEvent(onProblem)

  useEffect(() => {
    const ending = new AbortController()
    openPdf(source, ending.signal, () => tell('unread')).then(setPdf, (error: unknown) => {
      if (!ending.signal.aborted) tell(problemOf(error))
    })
    return () => {
      ending.abort()
      releaseMeasures()
      setPdf(null)
    }
  }, [source])

  return (
    <div className="f-pdf">
      {pdf ? <Pages pdf={pdf} name={name} /> : <Skeleton lines={9} label={t('pdf.loading')} />}
    </div>
  )
}

function Pages({ pdf, name }: { pdf: OpenPdf; name: string }) {
  const t = useTexts()
  const { view, layout, current, drawn, factor, zoom, setZoom, onScroll, onSize } = usePages(pdf)
  const larger = nextZoom(factor, 1)
  const smaller = nextZoom(factor, -1)
  const step = (to: number | undefined) => {
    if (to !== undefined) setZoom(to)
  }
  usePdfKeys(view, { larger: () => step(larger), smaller: () => step(smaller), whole: () => setZoom('width') })

  return (
    <>
      <div className="f-pdf__bar" role="group" aria-label={t('pdf.view')}>
        <span className="f-pdf__place">{t('pdf.place', { page: current + 1, count: layout.tops.length })}</span>
        <IconButton
          label={t('pdf.smaller')}
          svg={MagnifyingGlassMinus}
          aria-disabled={smaller === undefined || undefined}
          onClick={() => step(smaller)}
        />
        <span className="f-pdf__factor" role="status">
          {t('pdf.factor', { percent: Math.round(factor * 100) })}
        </span>
        <IconButton
          label={t('pdf.larger')}
          svg={MagnifyingGlassPlus}
          aria-disabled={larger === undefined || undefined}
          onClick={() => step(larger)}
        />
        <IconButton
          label={t('pdf.width')}
          svg={ArrowsOutLineHorizontal}
          aria-pressed={zoom === 'width'}
          onClick={() => setZoom(zoom === 'width' ? 'auto' : 'width')}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be within reach of the keyboard */}
      <div ref={view} className="f-pdf__view" role="region" aria-label={name} tabIndex={0} onScroll={onScroll}>
        <div className="f-pdf__pages" style={{ height: layout.height, minWidth: layout.width }}>
          {drawn.map((index) => (
            <PdfPage
              key={index}
              pdf={pdf.document}
              number={index + 1}
              size={layout.sizes[index] ?? pdf.firstSize}
              top={layout.tops[index] ?? 0}
              scale={layout.scales[index] ?? 1}
              onSize={onSize}
            />
          ))}
        </div>
      </div>
    </>
  )
}
