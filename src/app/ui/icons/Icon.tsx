import { glyphOf } from './glyph.tsx'

/** A decorative glyph drawn from an SVG file's text; takes the text colour around it. Names belong to the control that holds it. */
export function Icon({ svg, size = 20 }: { svg: string; size?: number }) {
  const glyph = glyphOf(svg)
  const shared = { className: 'k-icon', 'aria-hidden': true, style: { width: size, height: size } }
  // The text comes from files of ours and of the icon library at build time, never from data.
  return glyph ? <span {...shared}>{glyph}</span> : <span {...shared} dangerouslySetInnerHTML={{ __html: svg }} />
}
