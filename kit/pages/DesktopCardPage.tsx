import Bell from '@phosphor-icons/core/regular/bell.svg?react'
import Check from '@phosphor-icons/core/regular/check.svg?react'
import ListChecks from '@phosphor-icons/core/regular/list-checks.svg?react'
import { Button, IconButton } from '../../src/app/ui/Button.tsx'
import { DesktopCard } from '../../src/app/ui/layout/DesktopCard.tsx'
import { NoData } from '../../src/app/ui/feedback/NoData.tsx'
import { Skeleton } from '../../src/app/ui/feedback/Skeleton.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

export default function DesktopCardPage({ say }: PageProps) {
  const messages = [
    say('春季运动会报名今天截止', 'Entries for the spring games close today'),
    say('三年级家长会改到周四', 'The meeting for parents of grade 3 moves to Thursday'),
    say('食堂菜单已更新', 'The canteen has a new menu'),
  ]
  return (
    <Story title={say('有内容、没有内容、正在加载', 'With content, without, and while it loads')}>
      <div className="c-grid">
        <DesktopCard
          title={say('未读消息', 'Unread messages')}
          icon={Bell}
          count="3"
          titleAs="h3"
          actions={<IconButton label={say('全部忽略', 'Ignore all')} svg={Check} />}
        >
          <ul className="c-list">
            {messages.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </DesktopCard>
        <DesktopCard title={say('待办', 'To-dos')} icon={ListChecks} titleAs="h3">
          <NoData
            type="dashboard"
            title={say('没有待办', 'Nothing to do')}
            action={<Button>{say('查看已办', 'See what is done')}</Button>}
          />
        </DesktopCard>
        <DesktopCard title={say('本周课表', 'This week')} titleAs="h3">
          <Skeleton label={say('正在加载课表', 'Loading the timetable')} />
        </DesktopCard>
      </div>
    </Story>
  )
}
