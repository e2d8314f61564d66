import FolderDashed from '@phosphor-icons/core/duotone/folder-dashed-duotone.svg?react'
import { listHandIns } from '../../../contract/endpoints/storage/collections.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { EmptyCard } from '../EmptyCard.tsx'
import { useTexts } from '../portal.ts'
import { placePath } from '../sharing/places.ts'
import { AskedHandInPage } from './AskedHandInPage.tsx'
import { MadeHandInPage } from './MadeHandInPage.tsx'

/** A hand-in: for its teacher, or for the pupil and the parents. */
export function HandInPage({ id }: { id: string }) {
  const t = useTexts()
  const query = useEndpoint(listHandIns, {}, { onFocus: true })
  return (
    <Loaded query={query}>
      {({ made, asked }) => {
        if (made.some((one) => one.id === id)) return <MadeHandInPage id={id} />
        const [first, ...others] = asked.filter((one) => one.id === id)
        if (first) {
          return [first, ...others].map((one, at) => (
            <AskedHandInPage key={one.student.studentId} asked={one} isFirst={at === 0} />
          ))
        }
        // Made just now: the list is on its way.
        if (query.isFetching) return null
        return (
          <EmptyCard
            titleAs="h1"
            glyph={FolderDashed}
            title={t('handIns.gone')}
            hint={t('handIns.goneHint')}
            to={{ path: placePath({ page: 'hand-ins', id: null }), label: t('places.handIns') }}
          />
        )
      }}
    </Loaded>
  )
}
