/** A decorative glyph drawn from an SVG file's text; takes the text colour around it. Names belong to the control that holds it. */
export function Icon({ svg, size = 20 }: { svg: string; size?: number }) {
  return (
    <span
      className="k-icon"
      aria-hidden="true"
      style={{ width: size, height: size }}
      // The text comes from the icon library's files at build time, never from data.
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
