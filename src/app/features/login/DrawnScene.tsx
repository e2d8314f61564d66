import './drawn-scene.css'
import { useEffect } from 'react'
import { KIT_VERSION } from '../../../../contract/limits.ts'

/** The picture of a theme beside the form, for units that chose one for their login page. Decoration, like the campus. */
export default function DrawnScene({ theme }: { theme: string }) {
  useEffect(() => {
    const { dataset } = document.documentElement
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = `/common/plugins/theme/${KIT_VERSION}/${theme}.css`
    dataset['scene'] = theme
    document.head.append(link)
    return () => {
      delete dataset['scene']
      link.remove()
    }
  }, [theme])
  return <div className="l-drawn" aria-hidden="true" />
}
