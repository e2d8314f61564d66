import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import { useState } from 'react'
import { Button } from '../../src/app/ui/Button.tsx'
import { PageFooter } from '../../src/app/ui/layout/PageFooter.tsx'
import { PageHeader } from '../../src/app/ui/layout/PageHeader.tsx'
import { TextField } from '../../src/app/ui/fields/TextField.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

export default function PageFramePage({ say }: PageProps) {
  const [saved, setSaved] = useState(false)
  return (
    <>
      <Story title={say('页头', 'Header')}>
        <PageHeader
          titleAs="h2"
          title={say('四年级二班', 'Class 4-2')}
          hint={say('42 名学生，班主任王老师', '42 students; class teacher Ms Wang')}
          back={{ label: say('返回班级列表', 'Back to the classes'), onPress: () => undefined }}
          actions={
            <Button kind="primary" icon={Plus}>
              {say('添加学生', 'Add a student')}
            </Button>
          }
        />
      </Story>
      <Story
        title={say('页脚', 'Footer')}
        hint={say('滚动时留在底部。', 'It stays at the foot while the page scrolls.')}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
        <div className="c-frame-demo" role="group" aria-label={say('示例页面', 'Example page')} tabIndex={0}>
          <div className="c-filling">
            <TextField label={say('姓名', 'Name')} error="" />
          </div>
          <PageFooter note={saved ? say('已保存', 'Saved') : say('有未保存的修改', 'There are changes to save')}>
            <Button onClick={() => setSaved(false)}>{say('放弃', 'Discard')}</Button>
            <Button kind="primary" onClick={() => setSaved(true)}>
              {say('保存', 'Save')}
            </Button>
          </PageFooter>
        </div>
      </Story>
    </>
  )
}
