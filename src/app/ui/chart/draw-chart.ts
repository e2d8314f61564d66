import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
  type ChartConfiguration,
} from 'chart.js'
import type { Language } from '../../../../contract/envelope.ts'
import { abbreviateNumber } from '../format/abbreviate-number.ts'
import { SERIES_COLORS, seriesMark, type BarFill, type ChartData, type ChartKind } from './chart-data.ts'
import { formatNumber } from '../format/format.ts'

// Only what these kinds need, for the bundle's size.
Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
)

/** The current colours and font of an element. */
interface Look {
  series: string[]
  text: string
  line: string
  ground: string
  font: string
}

export interface DrawnChart {
  /** Shows the values of a label, as the pointer would; none with null. */
  show(index: number | null): void
  remove(): void
}

/** Draws a chart in the current colours. */
export function drawChart(canvas: HTMLCanvasElement, kind: ChartKind, data: ChartData, language: Language): DrawnChart {
  const look = readLook(canvas)
  const chart = new Chart(canvas, kind === 'pie' ? pie(data, look, language) : axes(kind, data, look, language))
  return {
    show(index) {
      const sets = kind === 'pie' ? [0] : chart.data.datasets.keys()
      const active = index === null ? [] : Array.from(sets, (datasetIndex) => ({ datasetIndex, index }))
      chart.setActiveElements(active)
      chart.tooltip?.setActiveElements(active, { x: 0, y: 0 })
      chart.update()
    },
    remove: () => chart.destroy(),
  }
}

function readLook(element: HTMLElement): Look {
  const probe = document.createElement('span')
  element.parentElement?.append(probe)
  const dot = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  // Tokens are mixed in colour spaces that the library cannot parse: a painted pixel gives red, green and blue.
  const read = (token: string): string => {
    probe.style.color = `var(${token})`
    if (!dot) return getComputedStyle(probe).color
    dot.fillStyle = getComputedStyle(probe).color
    dot.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = dot.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
  const look = {
    series: SERIES_COLORS.map(read),
    text: read('--c-text-soft'),
    line: read('--c-line'),
    ground: read('--c-card'),
    font: getComputedStyle(probe).fontFamily,
  }
  probe.remove()
  return look
}

function colorOf({ series, text }: Look, index: number): string {
  return series[index % series.length] ?? text
}

/** A colour with stripes or dots of the ground cut out of it. */
function fillOf(fill: BarFill, color: string, ground: string): string | CanvasPattern {
  const side = 8
  const tile = document.createElement('canvas')
  tile.width = side
  tile.height = side
  const context = tile.getContext('2d')
  if (fill === 'plain' || !context) return color
  context.fillStyle = color
  context.fillRect(0, 0, side, side)
  context.strokeStyle = ground
  context.fillStyle = ground
  context.lineWidth = 2
  context.beginPath()
  if (fill === 'dots') {
    context.arc(side / 2, side / 2, 2, 0, 2 * Math.PI)
    context.fill()
  } else {
    // The corners too, so that the stripes of neighbouring tiles meet.
    for (const shift of [-side, 0, side]) {
      context.moveTo(shift - 1, side + 1)
      context.lineTo(shift + side + 1, -1)
    }
    context.stroke()
  }
  return context.createPattern(tile, 'repeat') ?? color
}

function shared(look: Look) {
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false as const,
    font: { family: look.font, size: 13 },
    color: look.text,
  }
}

function legend(look: Look, display: boolean) {
  return {
    display,
    position: 'bottom' as const,
    labels: { color: look.text, usePointStyle: true, boxHeight: 12, padding: 16 },
  }
}

function axes(kind: Exclude<ChartKind, 'pie'>, data: ChartData, look: Look, language: Language): ChartConfiguration {
  const stacked = kind === 'stacked'
  return {
    type: kind === 'line' ? 'line' : 'bar',
    data: {
      labels: [...data.labels],
      datasets: data.series.map(({ name, values, fill = 'plain' }, index) => {
        const color = colorOf(look, index)
        const { dash, point } = seriesMark(index)
        return {
          label: name,
          data: [...values],
          backgroundColor: fillOf(fill, color, look.ground),
          borderColor: color,
          pointStyle: point,
          ...(kind === 'line'
            ? { borderDash: dash, borderWidth: 2, pointRadius: 4, pointHoverRadius: 6, tension: 0.25 }
            : {
                borderRadius: stacked ? 0 : 4,
                borderWidth: fill === 'plain' ? 0 : 1,
                maxBarThickness: 40,
                pointStyle: 'rectRounded' as const,
              }),
        }
      }),
    },
    options: {
      ...shared(look),
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: { stacked, grid: { display: false }, border: { color: look.line }, ticks: { color: look.text } },
        y: {
          stacked,
          beginAtZero: true,
          border: { display: false },
          grid: { color: look.line },
          ticks: { color: look.text, maxTicksLimit: 6, callback: (value) => abbreviateNumber(Number(value), language) },
        },
      },
      plugins: { legend: legend(look, data.series.length > 1) },
    },
  }
}

function pie(data: ChartData, look: Look, language: Language): ChartConfiguration {
  const [first] = data.series
  const whole = (first?.values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const percent = (share: number) => formatNumber(share, language, { style: 'percent', maximumFractionDigits: 1 })
  return {
    type: 'pie',
    data: {
      // The share is in the legend too, because slices are hard to tell by colour and angle.
      labels: data.labels.map((label, index) => `${label} ${percent((first?.values[index] ?? 0) / (whole || 1))}`),
      datasets: [
        {
          label: first?.name ?? '',
          data: (first?.values ?? []).map((value) => value ?? 0),
          backgroundColor: data.labels.map((_, index) => colorOf(look, index)),
          borderColor: look.ground,
          borderWidth: 2,
        },
      ],
    },
    options: { ...shared(look), plugins: { legend: legend(look, true) } },
  }
}
