import './drawn-scene.css'
import { useEffect, useRef, type CSSProperties } from 'react'
import { KIT_VERSION } from '../../../../contract/limits.ts'

/** The picture of a theme beside the form, for units that chose one for their login page. Decoration, like the campus. */
export default function DrawnScene({ theme }: { theme: string }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A preview is in a document of its own.
    const { documentElement: root, head } = element.current?.ownerDocument ?? document
    const link = head.ownerDocument.createElement('link')
    link.rel = 'stylesheet'
    link.href = `/common/plugins/theme/${KIT_VERSION}/${theme}.css`
    root.dataset['scene'] = theme
    head.append(link)
    return () => {
      delete root.dataset['scene']
      link.remove()
    }
  }, [theme])
  return <div ref={element} className="l-drawn" aria-hidden="true" />
}

// Here, so that nothing moves where the style sheet arrives after the picture.
const WHOLE: CSSProperties = { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' }

/** The unit's own picture there. */
export function PictureScene({ address }: { address: string }) {
  return <img key={address} className="l-picture" src={address} alt="" style={WHOLE} />
}
