import './scene.css'
import { useEffect, useRef, type CSSProperties } from 'react'
import { loginPictureAddress, type DecorationSet } from '../../../../contract/endpoints/units/tenant.ts'
import { KIT_VERSION } from '../../../../contract/limits.ts'
import { CampusScene } from './CampusScene.tsx'

/** What a unit's decoration puts beside the login form: its own picture, that of a theme, or the campus. `addressOf`: of its own picture. Decoration. */
export default function Scene({
  decoration: { theme, loginPicture },
  addressOf = loginPictureAddress,
}: {
  decoration: DecorationSet
  addressOf?: (picture: string) => string
}) {
  if (loginPicture !== undefined) return <PictureScene address={addressOf(loginPicture)} />
  return theme !== undefined && /^(ink|lotus|cartoon)$/.test(theme) ? <DrawnScene theme={theme} /> : <CampusScene />
}

/** The picture of a theme, for units that chose one for their login page. */
function DrawnScene({ theme }: { theme: string }) {
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

/** The unit's own picture. */
function PictureScene({ address }: { address: string }) {
  return <img key={address} className="l-picture" src={address} alt="" style={WHOLE} />
}
