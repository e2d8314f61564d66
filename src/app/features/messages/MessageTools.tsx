import Megaphone from '@phosphor-icons/core/regular/megaphone-simple.svg?react'
import Checks from '@phosphor-icons/core/regular/checks.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { ignoreWithUndo, useMessages } from './message-list.ts'
import { PublishDialog } from './PublishDialog.tsx'
import { systemAdmin } from '../../../../contract/endpoints/roles.ts'
import { endpointQuery } from '../../core/query/query-client.ts'

/** Actions for all messages: ignore all, and for administrators publish. */
export function MessageTools({ userId }: { userId: string }) {
  const { t } = useTranslation('messages')
  const { data: list = [] } = useMessages()
  // False until it is known. The server checks it again.
  const { data: mayPublish = false } = useQuery(endpointQuery(systemAdmin, { userId }))
  const [publishing, setPublishing] = useState(false)

  const ignoreAll = () => {
    const ids = list.map(({ id }) => id)
    void ignoreWithUndo(ids, t('ignoredAll', { count: ids.length }), t('undo'))
  }

  return (
    <>
      {mayPublish && (
        <Button className="m-publish" icon={Megaphone} onClick={() => setPublishing(true)}>
          {t('publish.open')}
        </Button>
      )}
      <Button icon={Checks} disabled={list.length === 0} onClick={ignoreAll}>
        {t('ignoreAll')}
      </Button>
      {publishing && <PublishDialog onClose={() => setPublishing(false)} />}
    </>
  )
}
