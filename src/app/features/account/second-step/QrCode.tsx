import { useMemo } from 'react'
import { encode } from 'uqr'

/** The margin of four modules that readers need (ISO 18004). */
const RIM = 4

/** A text as a QR code, always dark on white: some readers fail on inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg className="a-qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The dark modules as one path, row by row. */
function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'L', border: RIM })
  const modules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: modules.join('') }
}
