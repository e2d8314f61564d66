import Bell from '@phosphor-icons/core/regular/bell.svg?react'
import { Button } from '../../src/app/ui/Button.tsx'
import { FileIcon } from '../../src/app/ui/files/FileIcon.tsx'
import { FileName } from '../../src/app/ui/files/FileName.tsx'
import { Avatar } from '../../src/app/ui/icons/Avatar.tsx'
import { DesktopCard } from '../../src/app/ui/layout/DesktopCard.tsx'
import { Card } from '../../src/app/ui/record/Card.tsx'
import { Fact, Facts } from '../../src/app/ui/record/Facts.tsx'
import { Story, useSay } from '../Story.tsx'

const FILES = 'report.pdf plan.docx marks.xlsx talk.pptx photo.jpg film.mp4 song.mp3 all.zip notes'.split(' ')
export function LayoutPage() {
  const say = useSay()
  return (
    <>
      <Story title={say('资料卡片', 'Card of a record')}>
        <Card
          title={say('四年级二班', 'Class 4-2')}
          hint={say('42 名学生', '42 students')}
          action={<Button>{say('添加学生', 'Add a student')}</Button>}
        >
          <Facts>
            <Fact label={say('班主任', 'Class teacher')}>{say('林晓', 'Lin Xiao')}</Fact>
            <Fact label={say('教室', 'Room')}>{null}</Fact>
          </Facts>
        </Card>
      </Story>
      <Story title={say('卡片', 'Card')}>
        <DesktopCard title={say('未读消息', 'Unread messages')} icon={Bell} count="3" titleAs="h3">
          <p>{say('食堂菜单已更新', 'The canteen has a new menu')}</p>
        </DesktopCard>
      </Story>
      <Story title={say('头像与文件', 'Avatars and files')}>
        {[1, 2, null].map((sex) => (
          <Avatar key={sex} picture={null} sex={sex} size={44} chance="" />
        ))}
        {FILES.map((name) => (
          <FileIcon key={name} kind="file" name={name} />
        ))}
        <FileIcon kind="folder" name="" />
        <FileName name={say('期中考试各班成绩汇总与分析（终稿）.xlsx', 'Marks of all classes, autumn (final).xlsx')} />
      </Story>
    </>
  )
}
