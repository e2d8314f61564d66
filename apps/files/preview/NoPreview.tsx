import type { ReactNode } from 'react'
import { FileIcon } from '../../../src/app/ui/files/FileIcon.tsx'

/** In place of a file's content: its name, and why it is not shown. */
export function NoPreview({ name, reason, children }: { name: string; reason: string; children?: ReactNode }) {
  return (
    <div className="f-preview__none">
      <FileIcon kind="file" name={name} />
      <p className="f-preview__name">{name}</p>
      <p className="f-preview__reason" role="status">
        {reason}
      </p>
      {children}
    </div>
  )
}
