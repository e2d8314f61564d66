import './file-name.css'
import { splitName } from './split-name.ts'

/** A name shortened in its middle to fit: the extension stays visible. The tooltip has the whole name. */
export function FileName({ name }: { name: string }) {
  const [stem, extension] = splitName(name)
  return (
    <span className="k-file-name" title={name} dir="auto">
      <span className="k-file-name__stem">{stem}</span>
      {extension && <span className="k-file-name__extension">{extension}</span>}
    </span>
  )
}
