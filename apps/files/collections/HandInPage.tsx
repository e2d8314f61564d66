import FolderDashed from '@phosphor-icons/core/duotone/folder-dashed-duotone.svg?react'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { useTexts } from '../portal.ts'
import { placePath } from '../sharing/places.ts'
import { AskedHandInPage } from './AskedHandInPage.tsx'
import { MadeHandInPage } from './MadeHandInPage.tsx'
import { useHandIns } from './use-hand-ins.ts'

/** A hand-in: for its teacher, or for the pupil and the parents. */
export function HandInPage({ id }: { id: string }) {
  const t = useTexts()
  const query = useHandIns()
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
          <div className="app-card f-place-empty">
            <EmptyState
              titleAs="h1"
              picture={<Icon svg={FolderDashed} size={96} />}
              title={t('handIns.gone')}
              hint={t('handIns.goneHint')}
              action={
                <Link className="k-button k-button--primary" to={placePath({ page: 'hand-ins', id: null })}>
                  {t('places.handIns')}
                </Link>
              }
            />
          </div>
        )
      }}
    </Loaded>
  )
}
