import PencilSimple from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Checks from '@phosphor-icons/core/regular/checks.svg?react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import { useLinkedOverviews } from '../../core/family/linked-overview.ts'
import { openAddress } from '../../core/navigation/open-address.ts'
import { composePath } from '../../core/session/home-path.ts'
import { useChange } from '../../core/query/use-change.ts'
import { session } from '../../core/session/session.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { Button } from '../../ui/Button.tsx'
import { useMayWrite } from '../../ui/layout/Permitted.tsx'
import { ignoreAll, restoreAll, type MessagesOf } from './ignore-all.ts'
import { useMessages } from './message-list.ts'

/**
 * Actions for all messages that are shown: ignore them, and write one for those who may. `child`, `schools`, `schoolChild` and `isOwnHidden` are what the lists
 * beside it are narrowed to. `onLeave`: the user goes to another page.
 */
export function MessageTools({
  userId,
  child,
  schools,
  schoolChild,
  isOwnHidden = false,
  onLeave = () => {},
}: {
  userId: string
  child?: { readonly id: string } | undefined
  schools: readonly LinkedSchool[]
  schoolChild?: string | undefined
  isOwnHidden?: boolean
  onLeave?: () => void
}) {
  const { t } = useTranslation('messages')
  const own = useMessages(child?.id, !isOwnHidden).data ?? []
  const linked = useLinkedOverviews(userId, schools)
  const state = useObservable(session)
  const navigate = useNavigate()
  const mayWrite = useMayWrite()
  const change = useChange(ignoreAll, {
    done: (done) => (done.length > 0 ? t('ignoredAll', { count: done.flatMap(({ ids }) => ids).length }) : null),
    undo: (done) => () => restoreAll(done),
    // Each of them renews what it changes.
    renews: [],
  })
  const groups: MessagesOf[] = [
    { account: null, ids: isOwnHidden ? [] : own.map(({ id }) => id) },
    ...schools.map((school, at) => ({
      account: school.userId,
      ids: (linked[at]?.data?.messages ?? [])
        .filter(({ childIds }) => schoolChild === undefined || childIds.includes(schoolChild))
        .map(({ id }) => id),
    })),
  ]

  return (
    <>
      {mayWrite && state.status === 'in' && (
        <Button
          className="m-write"
          icon={PencilSimple}
          onClick={() => {
            onLeave()
            openAddress(composePath(state.user), navigate)
          }}
        >
          {t('write')}
        </Button>
      )}
      <Button
        icon={Checks}
        disabled={groups.every(({ ids }) => ids.length === 0)}
        onClick={() => change.mutate(groups)}
      >
        {t('ignoreAll')}
      </Button>
    </>
  )
}
