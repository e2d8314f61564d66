import Users from '@phosphor-icons/core/fill/users-fill.svg?react'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { shareMarks } from '../../../contract/endpoints/storage/shares.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { useTexts } from '../portal.ts'

const NONE: ReadonlySet<string> = new Set()
const SharedEntries = createContext(NONE)

/** Tells the marks below which entries of an own folder are shared; none until it is known. */
export function SharedMarks({ folderId, children }: { folderId: string | null; children: ReactNode }) {
  const { data } = useEndpoint(shareMarks, folderId === null ? {} : { folderId })
  const ids = useMemo(() => (data ? new Set(data.ids) : NONE), [data])
  return <SharedEntries value={ids}>{children}</SharedEntries>
}

/** A sign behind the name of an entry that is shared. */
export function SharedMark({ id }: { id: string }) {
  const t = useTexts()
  if (!use(SharedEntries).has(id)) return null
  return (
    <span className="f-place-mark" title={t('sharing.mark')}>
      <Icon svg={Users} size={16} />
      <span className="visually-hidden">{t('sharing.mark')}</span>
    </span>
  )
}
