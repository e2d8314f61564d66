import { useEffect, useRef, useState } from 'react'
import { type LoadMoreStatus, LoadMoreList } from '../../src/app/ui/layout/LoadMore.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

const PAGE = 10

/** Grows by ten after a moment like a server's list; the first `fails` requests fail. */
function useRows(whole: number, fails: number) {
  const [count, setCount] = useState(PAGE)
  const [status, setStatus] = useState<LoadMoreStatus>('more')
  const left = useRef(fails)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const more = () => {
    setStatus('loading')
    timer.current = setTimeout(() => {
      left.current -= 1
      if (left.current >= 0) return setStatus('failed')
      setCount((before) => Math.min(whole, before + PAGE))
      setStatus(count + PAGE >= whole ? 'done' : 'more')
    }, 300)
  }
  return { rows: Array.from({ length: count }, (_, index) => index + 1), status, more }
}

export default function LoadMorePage({ say }: PageProps) {
  const plain = useRows(40, 0)
  const failing = useRows(20, 1)
  const list = (label: string, name: string, { rows, status, more }: ReturnType<typeof useRows>) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className="c-window" role="group" aria-label={label} tabIndex={0}>
      <LoadMoreList label={name} items={rows} keyOf={String} status={status} onMore={more}>
        {(number) => <div className="c-line">{say(`第 ${number} 条消息`, `Message ${number}`)}</div>}
      </LoadMoreList>
    </div>
  )
  return (
    <>
      <Story title={say('滚动到末尾', 'Scrolled to its end')}>
        {list(say('消息窗口', 'Message window'), say('消息', 'Messages'), plain)}
      </Story>
      <Story
        title={say('加载失败一次', 'Fails once')}
        hint={say('失败后按按钮重试。', 'After a failure the button tries again.')}
      >
        {list(say('会失败的窗口', 'Failing window'), say('会失败的消息', 'Failing messages'), failing)}
      </Story>
    </>
  )
}
