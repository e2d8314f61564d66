import './data-chart.css'
import ChartIcon from '@phosphor-icons/core/regular/chart-bar.svg?react'
import TableIcon from '@phosphor-icons/core/regular/table.svg?react'
import { useEffect, useEffectEvent, useId, useRef, useState, type Ref } from 'react'
import { Button } from '../Button.tsx'
import { ExportButton } from '../export/ExportButton.tsx'
import { describeLabel, labelByKey, type ChartData, type ChartKind } from './chart-data.ts'
import type * as Library from './draw-chart.ts'
import { listen } from '../../core/state/listen.ts'
import { whenIdle } from '../../core/timing/when-idle.ts'
import { useKitTexts } from '../use-kit-texts.ts'
import { formatNumber } from '../format/format.ts'

/** Distance from the view at which a chart is drawn. */
const NEAR = '200px'

/** A line, bar, stacked or pie chart with a switch to a table of the same data, which screen readers always have. The drawing is loaded lazily. */
export function DataChart({ kind, title, data }: { kind: ChartKind; title: string; data: ChartData }) {
  const { t } = useKitTexts()
  const [asTable, setAsTable] = useState(false)
  const [failed, setFailed] = useState(false)
  const [figure, look] = useLookChanges()
  const table = useRef<HTMLTableElement>(null)
  const titleId = useId()
  const showsTable = asTable || failed

  return (
    <figure ref={figure} className="k-chart" aria-labelledby={titleId}>
      <div className="k-chart__head">
        <figcaption className="k-chart__title" id={titleId}>
          {title}
        </figcaption>
        <div className="k-chart__tools">
          {!failed && (
            <Button kind="quiet" icon={asTable ? ChartIcon : TableIcon} onClick={() => setAsTable(!asTable)}>
              {asTable ? t('chart.showChart') : t('chart.showTable')}
            </Button>
          )}
          <ExportButton kind="quiet" label={t('chart.export')} file={title} source={() => table.current} />
        </div>
      </div>
      {failed && <p role="status">{t('chart.failed')}</p>}
      {!showsTable && (
        // Its colours are read from the page: a change of look draws it again.
        <Picture key={look} kind={kind} title={title} data={data} onFailed={() => setFailed(true)} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a narrow place it scrolls, which must be reached by keyboard */}
      <div className={showsTable ? 'k-chart__table' : 'visually-hidden'} tabIndex={showsTable ? 0 : undefined}>
        <ChartTable ref={table} kind={kind} title={title} data={data} />
      </div>
    </figure>
  )
}

/** The drawing, of which the arrow keys show the values one label after the other. */
function Picture({
  kind,
  title,
  data,
  onFailed,
}: {
  kind: ChartKind
  title: string
  data: ChartData
  onFailed: () => void
}) {
  const { t, language } = useKitTexts()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawn = useRef<Library.DrawnChart>(null)
  const [shown, setShown] = useState<number | null>(null)
  const fail = useEffectEvent(onFailed)

  useEffect(() => {
    const place = canvas.current
    if (!place) return undefined
    const ending = new AbortController()
    let library: typeof Library | null = null
    const draw = () => {
      if (!library || ending.signal.aborted || drawn.current) return
      drawn.current = library.drawChart(place, kind, data, language)
    }
    const loaded = import('./draw-chart.ts').then(
      async (module) => {
        // After what is around it: with the script there, it would otherwise be drawn before the page's first frame.
        await whenIdle()
        library = module
      },
      () => fail(),
    )
    // Not before it is nearly in view, or printed.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void loaded.then(draw)
      },
      { rootMargin: NEAR },
    )
    observer.observe(place)
    addEventListener('beforeprint', draw, { signal: ending.signal })
    return () => {
      ending.abort()
      observer.disconnect()
      drawn.current?.remove()
      drawn.current = null
    }
  }, [kind, data, language])

  const show = (index: number | null) => {
    setShown(index)
    drawn.current?.show(index)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- there is no role for a drawing whose values keys show
    <div
      className="k-chart__picture"
      role="group"
      aria-label={t('chart.explore', { title })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its values are shown by keys
      tabIndex={0}
      onKeyDown={(event) => {
        const index = labelByKey(event.key, shown, data.labels.length)
        if (index === undefined) return
        event.preventDefault()
        event.stopPropagation()
        show(index)
      }}
      onBlur={() => show(null)}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <p className="visually-hidden" role="status">
        {shown !== null && describeLabel(kind, data, shown, (value) => formatNumber(value, language))}
      </p>
    </div>
  )
}

function ChartTable({
  ref,
  kind,
  title,
  data,
}: {
  ref: Ref<HTMLTableElement>
  kind: ChartKind
  title: string
  data: ChartData
}) {
  const { t, language } = useKitTexts()
  const series = kind === 'pie' ? data.series.slice(0, 1) : data.series
  return (
    <table ref={ref}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{data.heading ?? t('chart.category')}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.labels.map((label, index) => (
          <tr key={label}>
            <th scope="row" data-type="text">
              {label}
            </th>
            {series.map(({ name, values }) => {
              const value = values[index]
              if (typeof value !== 'number') return <td key={name}>–</td>
              return (
                <td key={name} data-type="number" data-value={value}>
                  {formatNumber(value, language)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * A number that grows whenever the page's colours change: by theme, mode or system. For canvases. The element has a short transition of its text
 * colour, because only its end reports that new rules apply.
 */
function useLookChanges() {
  const element = useRef<HTMLElement>(null)
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const changed = () => setChanges((count) => count + 1)
    const ending = new AbortController()
    if (element.current)
      listen(ending.signal, element.current, 'transitionend', ({ propertyName }) => {
        if (propertyName === 'color') changed()
      })
    // A theme sets its tints on the root element.
    const observer = new MutationObserver(changed)
    observer.observe(document.documentElement, { attributeFilter: ['style', 'class', 'data-theme'] })
    return () => {
      ending.abort()
      observer.disconnect()
    }
  }, [])
  return [element, changes] as const
}
