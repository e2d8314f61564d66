import type { ComponentProps, FunctionComponent } from 'react'

/** An SVG file that the build has made a component of: the default export of '….svg?react'. */
export type SvgComponent = FunctionComponent<ComponentProps<'svg'>>

/** A decorative icon in the surrounding text colour. The name belongs to the control. */
export function Icon({ svg: Svg, size = 20 }: { svg: SvgComponent; size?: number }) {
  return <Svg className="k-icon" aria-hidden style={{ width: size, height: size }} />
}
