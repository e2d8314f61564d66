import './file-name.css'
import { splitName } from './split-name.ts'

/** A name that gives way in its middle: what does not fit of the stem is cut, the extension stays in view. The whole stands in the tooltip. */
export function FileName({ name }: { name: string }) {
  const [stem, extension] = splitName(name)
  return (
    <span className="k-file-name" title={name} dir="auto">
      <span className="k-file-name__stem">{stem}</span>
      {extension && <span className="k-file-name__extension">{extension}</span>}
    </span>
  )
}
