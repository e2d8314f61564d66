import { useState } from 'react'
import { type LoadMoreStatus, LoadMoreList } from '../../src/app/ui/layout/LoadMore.tsx'
import { ScrollBox } from '../../src/app/ui/layout/ScrollBox.tsx'
import type { Column } from '../../src/app/ui/list/columns.ts'
import { DataTable } from '../../src/app/ui/list/DataTable.tsx'
import { Pager } from '../../src/app/ui/list/Pager.tsx'
import { Story, useSay } from '../Story.tsx'

export function ListsPage() {
  const say = useSay()
  const [count, setCount] = useState(10)
  const [status, setStatus] = useState<LoadMoreStatus>('more')
  const [hasFailed, setFailed] = useState(false)
  /** Grows by ten after a moment, like a server's list; the first request fails. */
  const load = () => {
    setStatus('loading')
    setTimeout(() => {
      setFailed(true)
      if (hasFailed) setCount(count + 10)
      setStatus(!hasFailed ? 'failed' : count < 30 ? 'more' : 'done')
    }, 300)
  }
  const row = (index: number) => <p style={{ height: 44 }}>{say(`第 ${index + 1} 行`, `Row ${index + 1}`)}</p>
  return (
    <>
      <Story title={say('滚动容器', 'Scroll container')}>
        <ScrollBox label={say('四十行', 'Forty rows')} maxHeight="220px">
          {[...Array(40).keys()].map(row)}
        </ScrollBox>
        <ScrollBox label={say('很宽的内容', 'Wide content')} maxHeight="220px">
          <div style={{ width: 2000, height: 2000 }} />
        </ScrollBox>
        <ScrollBox label={say('一行', 'One row')} maxHeight="220px">
          {row(0)}
        </ScrollBox>
      </Story>
      <Story title={say('加载更多', 'Load more')}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
        <div className="c-window" role="group" aria-label={say('消息窗口', 'Message window')} tabIndex={0}>
          <LoadMoreList
            label={say('消息', 'Messages')}
            items={[...Array(count).keys()]}
            keyOf={String}
            status={status}
            onMore={load}
          >
            {row}
          </LoadMoreList>
        </div>
      </Story>
      <Story title={say('表格与翻页', 'Table and pager')}>
        <NumberTable />
      </Story>
    </>
  )
}

const TOTAL = 45
const SIZE = 10

/** Numbers with their squares, ten of a page. */
function NumberTable() {
  const say = useSay()
  const [page, setPage] = useState(1)
  const [values, setValues] = useState({ sort: 'number', descending: false })
  const numbers = Array.from({ length: TOTAL }, (_, index) => (values.descending ? TOTAL - index : index + 1))
  const columns: readonly Column<number>[] = [
    { key: 'number', heading: say('数', 'Number'), sort: 'number', value: (number) => number },
    { key: 'square', heading: say('平方', 'Square'), isLabelled: true, value: (number) => number * number },
  ]
  return (
    <div className="k-list">
      <DataTable
        label={say('数和平方', 'Numbers and squares')}
        rows={numbers.slice((page - 1) * SIZE, page * SIZE)}
        columns={columns}
        keyOf={String}
        order={{ values, change: (part) => setValues({ ...values, ...part }) }}
      />
      <Pager page={page} size={SIZE} total={TOTAL} waits={false} onTurn={setPage} />
    </div>
  )
}
