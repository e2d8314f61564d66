import { useOnline } from '../../core/connectivity/use-online.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import './overview.css'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FamilyOverview as Overview } from '../../../../contract/endpoints/family.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NoData } from '../../ui/feedback/NoData.tsx'
import { notify } from '../../core/notices/notices.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ChildFilter, OverviewList, type OverviewItem } from './OverviewList.tsx'
import { loadOverview, putBack, takeOff } from './overview-store.ts'
import { useOverview } from './use-family.ts'

export default function FamilyOverview({ parentId, onClose }: { parentId: string; onClose: () => void }) {
  const { t } = useTranslation('family')
  const { t: common } = useTranslation('common')
  const online = useOnline()
  const state = useOverview(parentId)

  return (
    <Dialog
      open
      title={t('overview.open')}
      width="960px"
      onClose={onClose}
      footer={<Button onClick={onClose}>{common('close')}</Button>}
    >
      {state.status === 'ready' ? (
        <Waiting value={state.value} parentId={parentId} onClose={onClose} />
      ) : !online ? (
        <NoData title={t('overview.offline')} hint={t('overview.offlineHint')} />
      ) : state.status === 'failed' ? (
        <NoData
          title={t('overview.failed')}
          hint={t('overview.failedHint')}
          action={
            <Button kind="primary" onClick={() => void loadOverview(parentId)}>
              {common('retry')}
            </Button>
          }
        />
      ) : (
        <Skeleton label={common('loading')} lines={8} />
      )}
    </Dialog>
  )
}

function Waiting({
  value: { children, total, messages, todos },
  parentId,
  onClose,
}: {
  value: Overview
  parentId: string
  onClose: () => void
}) {
  const { t } = useTranslation('family')
  const online = useOnline()
  const place = useRef<HTMLDivElement>(null)
  const [only, setOnly] = useState<string | null>(null)
  const child = children.find(({ id }) => id === only) ?? null

  const finish = async (item: OverviewItem, quietly: boolean) => {
    try {
      await takeOff(item, parentId)
      if (quietly) return
      // The row with the focus is gone.
      place.current?.focus()
      notify('success', t(item.kind === 'message' ? 'overview.readDone' : 'overview.ignoreDone'), {
        action: { label: t('overview.undo'), run: () => void putBack(item, parentId).catch(reportFailure) },
      })
    } catch (error) {
      reportFailure(error)
    }
  }

  const isShown = ({ childIds }: { childIds: readonly string[] }) => child === null || childIds.includes(child.id)
  const lists = [
    { kind: 'message', all: messages, count: child?.message ?? total.message },
    { kind: 'todo', all: todos, count: child?.todo ?? total.todo },
  ] as const
  return (
    <div className="fam-overview" ref={place} tabIndex={-1}>
      <ChildFilter items={children} total={total} chosen={child?.id ?? null} onChoose={setOnly} />
      {!online && <p className="fam-hint">{t('overview.offline')}</p>}
      {total.message + total.todo === 0 ? (
        <NoData title={t('overview.none')} hint={t('overview.noneHint')} />
      ) : (
        <div className="fam-overview__lists">
          {lists.map(({ kind, all, count }) => (
            <OverviewList
              key={kind}
              kind={kind}
              items={all.filter(isShown).map(toItem)}
              count={count}
              names={new Map(children.map(({ id, realName }) => [id, realName]))}
              onFinish={(item, quietly) => void finish(item, quietly)}
              onLeave={onClose}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function toItem(one: Overview['messages'][number] | Overview['todos'][number]): OverviewItem {
  const { id, url, childIds } = one
  return 'title' in one
    ? { kind: 'todo', id, url, childIds, text: one.title, at: one.createTime, importance: null }
    : { kind: 'message', id, url, childIds, text: one.messageMeno, at: one.messageDate, importance: one.importance }
}
