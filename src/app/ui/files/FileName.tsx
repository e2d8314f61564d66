import './file-name.css'
import { splitName } from './split-name.ts'

/** A name cut in its middle where it does not fit: the extension stays in view. The tooltip has the whole name. */
export function FileName({ name }: { name: string }) {
  const [stem, extension] = splitName(name)
  return (
    <span className="k-file-name" title={name} dir="auto">
      <span className="k-file-name__stem">{stem}</span>
      {extension && <span className="k-file-name__extension">{extension}</span>}
    </span>
  )
}
