import { useState } from 'react'
import { TimeAgo } from '../../src/app/ui/format/TimeAgo.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export default function TimeAgoPage({ say }: PageProps) {
  const [opened] = useState(() => Date.now())
  const ages: readonly [string, number][] = [
    [say('刚打开', 'This page'), 0],
    [say('29 秒', '29 seconds'), 29 * SECOND],
    [say('5 分钟', '5 minutes'), 5 * MINUTE],
    [say('3 小时', '3 hours'), 3 * HOUR],
    [say('30 小时', '30 hours'), 30 * HOUR],
    [say('3 天', '3 days'), 72 * HOUR],
  ]
  return (
    <Story
      title={say('从近到远', 'From near to far')}
      hint={say('指着时间可以看到准确时刻。', 'Pointing at one tells the exact moment.')}
    >
      <ul className="c-list">
        {ages.map(([label, age]) => (
          <li key={label}>
            <span className="c-soft">{label}</span>
            <TimeAgo at={opened - age} />
          </li>
        ))}
      </ul>
    </Story>
  )
}
