import { glyphOf } from './glyph.tsx'

/** A decorative icon from an SVG file's text, in the surrounding text colour. The name belongs to the control. */
export function Icon({ svg, size = 20 }: { svg: string; size?: number }) {
  const glyph = glyphOf(svg)
  const shared = { className: 'k-icon', 'aria-hidden': true, style: { width: size, height: size } }
  // The text comes from our files and the icon library at build time, never from data.
  return glyph ? <span {...shared}>{glyph}</span> : <span {...shared} dangerouslySetInnerHTML={{ __html: svg }} />
}
