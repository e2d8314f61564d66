import Users from '@phosphor-icons/core/fill/users-fill.svg?react'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, type ReactNode } from 'react'
import { shareMarks } from '../../../contract/endpoints/storage/shares.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { usePortal, useTexts } from '../portal.ts'

const NONE: ReadonlySet<string> = new Set()
const SharedEntries = createContext(NONE)

/** Tells the marks below which entries of an own folder are shared; none until it is known. */
export function SharedMarks({ folderId, children }: { folderId: string | null; children: ReactNode }) {
  const portal = usePortal()
  const { data = NONE } = useQuery({
    queryKey: [shareMarks.name, folderId],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const { ids } = await portal.call(shareMarks, folderId === null ? {} : { folderId }, { signal, quiet: true })
      return new Set(ids)
    },
    structuralSharing: false,
  })
  return <SharedEntries value={data}>{children}</SharedEntries>
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
